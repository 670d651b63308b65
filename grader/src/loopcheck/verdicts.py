"""How a check ended, and the rules that look at the verdicts of several checks.

What must stay true: every check has exactly one verdict, and no rule makes a red one green.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .results import Outcome
from .suite.asking import stands_for
from .suite.judging import CheckFailedError

if TYPE_CHECKING:
    from .checks import CheckSpec


@dataclass(frozen=True)
class Verdict:
    """How one check ended on the submission at hand. `setting` names the neighbours among which it was green."""

    outcome: Outcome
    event: str = ""
    actual: str = ""
    full: str = ""
    detail: str = ""
    waits_for: str = ""
    ended_by: str = ""
    setting: str = ""


def settled(checks: Mapping[str, CheckSpec], noted: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """One verdict per check, in file order, after the rules that look at several checks."""
    no_outcome = Verdict(Outcome.GRADER_ERROR, detail="the check left no outcome")
    verdicts = {name: noted.get(name, no_outcome) for name in checks}
    fair = {name: _fair_fallback(spec, checks, verdicts) for name, spec in checks.items()}
    return {name: _only_with(spec.counts_with, fair[name], fair) for name, spec in checks.items()}


def _fair_fallback(spec: CheckSpec, checks: Mapping[str, CheckSpec], verdicts: dict[str, Verdict]) -> Verdict:
    """Hand-driven neighbours stand in for broken ones, and for those alone. Where all that they stand for is sound
    among the student's own neighbours, and no other exercise is worse off among them, the verdict there counts."""
    verdict = verdicts[spec.id]
    own, *others = spec.settings
    if verdict.outcome is not Outcome.PASSED or verdict.setting == own.name:
        return verdict
    replaced = next(stands_for(setting) for setting in others if setting.name == verdict.setting)
    sound: dict[str, list[bool]] = {}
    for other in checks.values():
        found = verdicts[other.id]
        if len(other.settings) > 1:
            if found.outcome is not Outcome.PASSED and other.exercise != spec.exercise:
                return verdict
            sound.setdefault(other.exercise, []).append(found.setting == own.name)
    mine = statistics.fmean(sound.pop(spec.exercise))
    if any(statistics.fmean(each) < (1 if name in replaced else mine) for name, each in sound.items()):
        return verdict
    return replace(verdict, outcome=Outcome.FAILED)


def waiting_for(needed: str, verdict: Verdict | None) -> Verdict:
    """Of a check that cannot be tried. Where the one that it waits for could not be judged, that costs no point here either."""
    if verdict is not None and verdict.outcome is Outcome.GRADER_ERROR:
        return Verdict(Outcome.GRADER_ERROR, detail=f"{needed} could not be judged")
    return Verdict(Outcome.SKIPPED, waits_for=needed)


def texts(failure: CheckFailedError | None) -> dict[str, str]:
    """What a verdict tells of a failure."""
    if failure is None:
        return {}
    names = ("event", "actual", "full", "detail", "ended_by")
    return {name: getattr(failure, name) for name in names}


def _only_with(needed: Sequence[str], verdict: Verdict, verdicts: Mapping[str, Verdict]) -> Verdict:
    """A check on public figures earns nothing while the checks that cannot be learned by heart are red."""
    missing = [name for name in needed if verdicts[name].outcome not in (Outcome.PASSED, Outcome.GRADER_ERROR)]
    if verdict.outcome is Outcome.PASSED and missing:
        return Verdict(Outcome.SKIPPED, waits_for=missing[0])
    return verdict
