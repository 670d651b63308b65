"""Glue between pytest and the checks: short accounts of what failed, and at the end one line per exercise.

What must stay true: a failed check counts as failed for pytest, its exit code and the editor; only what is printed gets
shorter. A stub is named once. Of the rest, the first failure is told in full and the others of its exercise in a
sentence each; `-v` tells every failure in full. `--tb=long` gives an exception that no check expected its traceback.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from textwrap import fill
from typing import TYPE_CHECKING

import pytest

from explain import Blocked, CheckFailed, error_words, require, source_line
from picture_option import add_timeline_option
from probes.plain import plain_error
from units import UNITS, Unit, is_written, unit_of_file

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

BLOCKED = "waiting"
IN_FULL = "failed"
BRIEFLY = "more failed"
"""How a failure is printed; pytest counts them by these words in its last line."""


@dataclass
class Check:
    """One check of this run. `outcome` is empty until it has run, `shown` is how its failure is printed."""

    unit: Unit
    sentence: str
    outcome: str = ""
    shown: str = ""
    account: str = ""

    @property
    def first_line(self) -> str:
        return self.account.partition("\n")[0]


@dataclass
class Screen:
    """What this run has to show. `checks` maps a node id to its check, in the order of the run."""

    everything: bool
    checks: dict[str, Check] = field(default_factory=dict)

    def of(self, unit: Unit) -> list[Check]:
        return [check for check in self.checks.values() if check.unit == unit]

    def add_failure(self, check: Check, error: BaseException) -> None:
        """Decide how a failure is printed."""
        first = all(other.shown != IN_FULL for other in self.checks.values())
        check.outcome = "failed"
        if isinstance(error, Blocked):
            check.shown = BLOCKED
        elif self.everything or first:
            check.shown = IN_FULL
        else:
            check.shown = BRIEFLY


SCREEN = pytest.StashKey[Screen]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    add_timeline_option(parser, pluginmanager)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SCREEN] = Screen(everything=config.option.verbose >= 0)


def pytest_collection_finish(session: pytest.Session) -> None:
    checks = session.config.stash[SCREEN].checks
    for item in session.items:
        unit = unit_of_file(item.path.stem)
        if unit is not None:
            sentence = (getattr(getattr(item, "obj", None), "__doc__", None) or item.name).strip()
            checks[item.nodeid] = Check(unit, " ".join(sentence.split()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A check of a function that is not written yet says so, instead of guessing."""
    check = item.config.stash[SCREEN].checks.get(item.nodeid)
    if check is not None:
        require(check.unit)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Replace the traceback of a failed check by its account."""
    report = yield
    screen = item.config.stash[SCREEN]
    check = screen.checks.get(item.nodeid)
    if check is None:
        return report
    if report.when == "call":
        check.outcome = report.outcome
    if report.failed and call.excinfo is not None:
        error = call.excinfo.value
        screen.add_failure(check, error)
        check.account = account_of(check, error)
        if isinstance(error, CheckFailed) or item.config.option.tbstyle in ("auto", "short"):
            report.longrepr = check.account
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport, config: pytest.Config) -> tuple[str, str, str] | None:
    """Keep blocked and briefly shown checks out of pytest's list of failures. They stay failed."""
    check = config.stash[SCREEN].checks.get(report.nodeid)
    if check is None or not report.failed or report.when != "call":
        return None
    if check.shown == BLOCKED:
        return BLOCKED, "-", "WAITING"
    return (BRIEFLY, "F", "FAILED") if check.shown == BRIEFLY else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    screen = config.stash[SCREEN]
    if config.option.collectonly or not any(check.outcome for check in screen.checks.values()):
        return
    terminalreporter.ensure_newline()
    terminalreporter.section("your event loop", sep="-")
    for line in summary(screen):
        terminalreporter.write_line(line)


def account_of(check: Check, error: BaseException) -> str:
    """What a student reads about one failed check."""
    if isinstance(error, Blocked):
        return printable(str(error))
    title = fill(f"Exercise {check.unit.number}: {check.sentence}", 79, subsequent_indent="  ")
    parts = [title, str(error)] if isinstance(error, CheckFailed) else [title, *other_error(error)]
    return printable("\n".join([*parts, *reminder(check.unit)]))


def printable(text: str) -> str:
    """The text as this terminal can show it: one odd character would make pytest escape the line ends as well."""
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def other_error(error: BaseException) -> Iterator[str]:
    """An exception that no check expected, in a few lines; a timeout is one too."""
    raised = plain_error(error)
    if isinstance(error, pytest.fail.Exception) and "Timeout" in str(error):
        where = f" It was at mini_asyncio/{raised[2]}, line {raised[3]}." if raised[2] else ""
        yield f"Stopped, because it did not come to an end.{where}"
        yield "Either a pass does not end, or passes follow each other and nothing moves the clock."
    else:
        yield f"It ended in {error_words(raised)}"
    yield from source_line(raised)


def reminder(unit: Unit) -> Iterator[str]:
    """An earlier function that is a stub may be the reason."""
    for earlier in UNITS[: unit.number - 1]:
        if earlier.function and earlier.number not in unit.needs and unit.number != 4:
            try:
                if not is_written(earlier):
                    yield f"Note: {earlier.to_do}"
            except Exception:  # noqa: BLE001 - importing a student's module may raise anything
                yield f"Note: mini_asyncio/{earlier.module} cannot be imported"


def summary(screen: Screen) -> Iterator[str]:
    """One line per exercise of this run, and what comes next."""
    units = [unit for unit in UNITS if screen.of(unit)]
    for unit in units:
        yield row(unit, screen.of(unit))
    todo = [unit for unit in units if any(check.outcome != "passed" for check in screen.of(unit))]
    yield ""
    if not todo:
        count = len(screen.checks)
        yield f"All {count} checks pass." if len(units) == len(UNITS) else f"All {count} checks of this run pass."
        return
    yield from others(screen)
    yield from what_is_next(todo[0], screen)


def row(unit: Unit, checks: list[Check]) -> str:
    """`[ok] 1 A future wakes its waiter     6 of 6`"""
    passed = sum(check.outcome == "passed" for check in checks)
    begun = passed or any(check.outcome == "failed" and check.shown != BLOCKED for check in checks)
    mark = "[ok]" if passed == len(checks) else "[..]" if begun else "[  ]"
    count = f"{passed} of {len(checks)}"
    return f"{mark} {unit.number} {unit.title:<28} {count:>8}  {row_note(unit, checks)}".rstrip()


def row_note(unit: Unit, checks: list[Check]) -> str:
    blocked = next((check for check in checks if check.shown == BLOCKED), None)
    if all(not check.outcome for check in checks):
        return "not run"
    if blocked is None:
        return ""
    if blocked.account == unit.to_do:
        return "not written yet"
    waits_for = next((other for other in UNITS if blocked.account == other.to_do), None)
    if waits_for:
        return f"waits for exercise {waits_for.number}"
    return "cannot be imported" if "cannot be imported" in blocked.account else "cannot run yet"


def others(screen: Screen) -> Iterator[str]:
    """The failures of the exercise in work that are not shown in full."""
    shown = [check for check in screen.checks.values() if check.shown == IN_FULL]
    brief = {
        name: check
        for name, check in screen.checks.items()
        if check.shown == BRIEFLY and shown and check.unit == shown[0].unit
    }
    if brief:
        yield f"Also failing in exercise {shown[0].unit.number} (-v shows all accounts, -k NAME runs one check):"
    for name, check in brief.items():
        yield f"  {name.rpartition('::')[2]}"
        yield fill(check.sentence, 79, initial_indent="    ", subsequent_indent="    ")
    if brief:
        yield ""


def what_is_next(unit: Unit, screen: Screen) -> Iterator[str]:
    reasons = list(dict.fromkeys(c.account for c in screen.checks.values() if c.shown == BLOCKED))
    broken = [reason for reason in reasons if not reason.startswith("not written")]
    for reason in broken:
        yield fill(reason, 79, subsequent_indent="  ", break_on_hyphens=False)
    first = next((check for check in screen.of(unit) if check.shown == BLOCKED), None)
    if first is not None and first.account not in broken:
        yield fill(f"Next: {first.account}", 79, subsequent_indent="  ", break_on_hyphens=False)
    else:
        place = unit.place or "once the checks of exercises 1 to 4 pass: python -m pytest"
        yield f"Next: exercise {unit.number}, {place}"
        yield f"  Stuck? exercises/{unit.folder}/hints.md"
