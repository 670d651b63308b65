"""What one run of pytest shows a student: one failure told in full, one line per exercise, and what comes next.

What must stay true: it fits on a screen of 80 columns and says everything without colour. A stub is named once. Of the
rest, the first failure is told in full and the others of its exercise by name; `-v` tells every failure in full.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import fill, shorten
from typing import TYPE_CHECKING

from account import Blocked
from one_check import Check, is_timeout, place_of, ran_ahead
from units import OWN, UNITS, Unit, unwritten

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCKED = "waiting"
IN_FULL = "failed"
BRIEFLY = "more failed"
"""How a failure is printed. pytest's last line says how many wait; the others are all counted as failed."""
TO_RUN = "once the checks of exercises 1 to 4 pass: python -m pytest"
"""What is next in an exercise that has nothing to write."""


@dataclass
class Screen:
    """What this run has to show. `checks` maps a node id to its check, in the order of the run; `endless` an exercise
    to its check that did not come to an end, and where that was. `only` is the one exercise that was asked for."""

    everything: bool
    only: Unit | None = None
    hint: bool = False
    checks: dict[str, Check] = field(default_factory=dict)
    endless: dict[int, str] = field(default_factory=dict)

    def of(self, unit: Unit) -> list[Check]:
        return [check for check in self.checks.values() if check.unit == unit]

    def add_failure(self, check: Check, error: BaseException) -> None:
        """Decide how a failure is printed."""
        first = all(other.shown != IN_FULL for other in self.checks.values())
        check.outcome = "failed"
        if is_timeout(error):
            self.endless.setdefault(check.unit.number, f"{check.name} of exercise {check.unit.number}{place_of(error)}")
        if isinstance(error, Blocked) and not ran_ahead(check, error):
            check.shown = BLOCKED
        elif self.everything or (first and not self.hint):
            check.shown = IN_FULL
        else:
            check.shown = BRIEFLY

    def stop_if_endless(self, unit: Unit) -> None:
        """One check that has to be stopped is enough: the next ones would cost as many seconds, and say no more."""
        for number in (unit.number, *unit.needs):
            if number in self.endless:
                raise Blocked(
                    f"Not run, because {self.endless[number]} did not come to an end and had to be stopped. Repair that"
                    " first: the other checks would wait as long."
                )


def next_unit(screen: Screen) -> Unit | None:
    """The first exercise of this run that is not done."""
    undone = (check.unit for check in screen.checks.values() if check.outcome != "passed")
    return min(undone, key=lambda unit: unit.number, default=None)


def summary(screen: Screen) -> Iterator[str]:
    """One line per exercise of this run, and what comes next."""
    units = [unit for unit in UNITS if screen.of(unit)]
    for unit in units:
        yield row(unit, screen.of(unit))
    following = next_unit(screen)
    yield ""
    if following is None and len(units) < len(UNITS):
        count = len(screen.checks)
        yield "The one check of this run passes." if count == 1 else f"All {count} checks of this run pass."
    elif following is None or following.bonus:
        yield from loop_is_done([unit for unit in units if not following or not unit.bonus], screen)
    if following is not None:
        yield from others(screen)
        yield from what_is_next(following, screen)


def loop_is_done(units: list[Unit], screen: Screen) -> Iterator[str]:
    """What to say when every check of these units passes, if all the course's own are among them."""
    if set(OWN) <= set(units):
        which = "" if len(units) == len(UNITS) else f" of exercises 1 to {len(OWN)}"
        count = sum(len(screen.of(unit)) for unit in units)
        text = f"All {count} checks{which} pass. Marks also use hidden ones: the same, with other numbers."
        yield fill(text, 79, subsequent_indent="  ", break_on_hyphens=False)
        yield f"Next: the end of exercises/{OWN[-1].folder}/README.md: guess, then python demo.py"


def row(unit: Unit, checks: list[Check]) -> str:
    """`[ok] 1 A future wakes its waiter     6 of 6`"""
    passed = sum(check.outcome == "passed" for check in checks)
    begun = passed or any(check.outcome == "failed" and check.shown != BLOCKED for check in checks)
    mark = "[ok]" if passed == len(checks) else "[..]" if begun else "[  ]"
    count = f"{passed} of {len(checks)}"
    title = shorten(unit.title, 28, placeholder="...")
    return f"{mark} {unit.number} {title:<28} {count:>8}  {row_note(unit, checks)}".rstrip()


def row_note(unit: Unit, checks: list[Check]) -> str:
    note = state_of(unit, checks)
    return ", ".join(filter(None, ("bonus", note))) if unit.bonus else note


def state_of(unit: Unit, checks: list[Check]) -> str:
    blocked = next((check for check in checks if check.shown == BLOCKED), None)
    if all(not check.outcome for check in checks):
        return "not run"
    if unit.bonus and all(check.outcome == "skipped" for check in checks):
        return "not written yet"
    if blocked is None:
        return ""
    if blocked.account == unit.to_do:
        return "not written yet"
    waits_for = next((other for other in UNITS if blocked.account == other.to_do), None)
    if waits_for:
        return f"waits for {exercises_to_write(unit, waits_for)}"
    if blocked.account.startswith("Not run"):
        return "stopped"
    return "cannot be imported" if "cannot be imported" in blocked.account else "cannot run yet"


def exercises_to_write(unit: Unit, known: Unit) -> str:
    """All that have to be written before the checks of this unit say something: the `known` one is among them. The unit that
    has nothing to write puts all the others together."""
    wanted = unit.needs if unit.functions else range(1, unit.number)
    numbers = sorted({known.number, *(number for number in wanted if is_stub(UNITS[number - 1]))} - {unit.number})
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"exercises {numbers[0]} to {numbers[-1]}"
    words = " and ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))
    return f"exercise{'s' if len(numbers) > 1 else ''} {words}"


def is_stub(unit: Unit) -> bool:
    """Whether a function of it is not written; of a module that cannot be imported nobody knows."""
    try:
        return bool(unwritten(unit))
    except Exception:  # noqa: BLE001 - importing a student's module may raise anything
        return False


def others(screen: Screen) -> Iterator[str]:
    """The failures of the exercise in work that are not shown in full."""
    failing = [check for check in screen.checks.values() if check.shown in (IN_FULL, BRIEFLY)]
    brief = [check for check in failing if check.shown == BRIEFLY and check.unit == failing[0].unit]
    if brief:
        names = ", ".join(check.name.removeprefix("test_") for check in brief)
        also = "Also failing" if failing[0].shown == IN_FULL else "Failing"
        text = f"{also} in exercise {brief[0].unit.number} (-v tells all, -k NAME runs one): {names}"
        yield fill(text, 79, subsequent_indent="  ", break_on_hyphens=False)


def next_function(unit: Unit, screen: Screen) -> str:
    """The function of this exercise that is next. Of several it is the first one that is not written, but not before what
    has failed is repaired; then it is empty."""
    if unit.function or any(check.outcome == "failed" for check in screen.of(unit)):
        return unit.function
    try:
        return next(iter(unwritten(unit)), "")
    except Exception:  # noqa: BLE001 - importing a student's module may raise anything
        return ""


def what_is_next(unit: Unit, screen: Screen) -> Iterator[str]:
    reasons = list(dict.fromkeys(c.account for c in screen.checks.values() if c.shown == BLOCKED))
    broken = [reason for reason in reasons if not reason.startswith("not written")]
    for reason in broken:
        yield fill(reason, 79, subsequent_indent="  ", break_on_hyphens=False)
    first = next((check for check in screen.of(unit) if check.shown == BLOCKED), None)
    if first is not None and first.account not in broken:
        yield fill(
            f"Next: {first.account.removeprefix('not written yet: ')}",
            79,
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
    else:
        place = unit.place_of(next_function(unit, screen)) if unit.module else TO_RUN
        yield f"{'If you like' if unit.bonus else 'Next'}: exercise {unit.number}, {place}"
        if unit.bonus:
            yield f"  See exercises/{unit.folder}/README.md"
        if not screen.hint:
            yield "  Stuck? python -m pytest --hint"
