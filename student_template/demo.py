"""The demo: what your event loop does to a task that wants to be punctual. Run it with `python demo.py`.

`python demo.py --timeline hop.svg` also draws section 3 as a picture; `--timeline -` prints it.

Every number it prints comes out of a run of `mini_asyncio`; none is typed in. What must stay true: it ends, whatever
the package does. Its tasks end after the last tick or when their patience is used up, its loop gives up when the clock
has been looked at too often, and a function that does not come back from its first call is interrupted. While an exercise
is missing, it says which one comes next, with exit code 1.
"""

from __future__ import annotations

import _thread
import argparse
import signal
import sys
import threading
import traceback
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import FrameType

    from mini_asyncio.commands import Command
    from mini_asyncio.loop import EventLoop
    from timeline import Timeline

PERIOD = 1000
CHUNK = 200
TICKS = 5
PATIENCE = 200_000
"""Steps of tasks and looks at the clock after which a run is given up: many times what a right loop needs."""
SECONDS = 3.0
"""After so long a first look at one function is interrupted: it takes milliseconds."""


# --- One run -----------------------------------------------------------------------------------------------------


class NotReadyError(Exception):
    """The package cannot be shown yet. The message says why, and what to do next."""


class LostError(Exception):
    """Patience is used up: the loop does not come back."""


class EndlessError(BaseException):
    """A function did not come to an end and was interrupted. It goes through `except Exception`."""


class Deadline:
    """Interrupts what is done inside a `with` after SECONDS, as Ctrl-C would, and again if somebody swallowed it.

    Ctrl-C stays Ctrl-C, and a debugger is never interrupted."""

    def __init__(self) -> None:
        self._due = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._wait, daemon=True)

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGINT, self._interrupted)
        if sys.gettrace() is None and "pydevd" not in sys.modules:
            self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        signal.signal(signal.SIGINT, self._before)

    def _wait(self) -> None:
        while not self._over.wait(SECONDS):
            self._due = True
            _thread.interrupt_main()

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self._due:
            self._due = False
            if not self._over.is_set():
                raise EndlessError
        elif callable(self._before):
            self._before(number, frame)


class Meter:
    """Counts what happens in one run, and says when its tasks must end. It also holds the clock, to count the looks."""

    def __init__(self) -> None:
        self.clock = 0
        self.burns = 0
        self.burns_at_ticks: list[int] = []
        self.spent = 0

    @property
    def lost(self) -> bool:
        return self.spent > PATIENCE

    @property
    def over(self) -> bool:
        return self.lost or len(self.burns_at_ticks) >= TICKS


def patient_loop(hops: int, meter: Meter) -> EventLoop:
    """An event loop of the package that raises LostError when its clock has been looked at too often."""
    from mini_asyncio.loop import EventLoop

    class PatientLoop(EventLoop):
        @property
        def clock(self) -> int:
            meter.spent += 1
            if meter.lost:
                raise LostError
            return meter.clock

        @clock.setter
        def clock(self, ms: int) -> None:
            meter.clock = ms

    return PatientLoop(hops)


def beat(period: int, meter: Meter) -> Iterator[Command]:
    """The heartbeat of the package. At each tick it notes how often the hogs have burned so far."""
    from mini_asyncio.workloads import heartbeat

    for command in heartbeat(period):
        yield command
        meter.burns_at_ticks.append(meter.burns)
        if meter.over:
            return


def burner(chunk: int, meter: Meter) -> Iterator[Command]:
    """The hog of the package, counted. It ends with the heartbeat's last tick."""
    from mini_asyncio.workloads import hog

    for command in hog(chunk):
        meter.spent += 1
        if meter.over:
            return
        meter.burns += 1
        yield command


@dataclass(frozen=True)
class Tick:
    """One delivery: its four stamps, and how often hogs burned since the tick before."""

    asked: int
    expired: int
    fired: int
    ran: int
    burns: int


def ticks_of(chunks: Sequence[int], hops: int = 2) -> list[Tick]:
    """Run one heartbeat beside hogs of these chunks until it has ticked TICKS times."""
    meter = Meter()
    loop = patient_loop(hops, meter)
    loop.create_task(beat(PERIOD, meter), "heartbeat")
    for number, chunk in enumerate(chunks, 1):
        loop.create_task(burner(chunk, meter), f"hog {number}")
    loop.run(PERIOD * PATIENCE)
    if meter.lost:
        raise LostError
    burns = [after - before for before, after in pairwise([0, *meter.burns_at_ticks])]
    ticks = []
    for wake, burned in zip(loop.trace, burns, strict=False):
        _, asked, expired, fired, ran = wake
        if asked is None or expired is None or fired is None or ran is None:
            raise NotReadyError(ask_the_checks(f"A wake-up was recorded without all of its stamps: {tuple(wake)}."))
        ticks.append(Tick(asked, expired, fired, ran, burned))
    if len(ticks) < TICKS:
        raise NotReadyError(ask_the_checks(f"The heartbeat ticked {len(ticks)} times where {TICKS} were asked for."))
    return ticks


def period_of(ticks: Sequence[Tick]) -> str:
    """The time from tick to tick."""
    return spread(after.ran - before.ran for before, after in pairwise(ticks))


def spread(values: Iterable[int]) -> str:
    """The one value that all have, or the smallest and the largest."""
    seen = sorted(set(values))
    return str(seen[0]) if len(seen) == 1 else f"{seen[0]}..{seen[-1]}"


def closed_form(chunks: Sequence[int], hops: int) -> int:
    """(ceil(P / R) + h) * R, in whole numbers."""
    one_pass = sum(chunks)
    return (-(-PERIOD // one_pass) + hops) * one_pass


# --- The five sections -------------------------------------------------------------------------------------------


def table(widths: Sequence[int], rows: Sequence[Sequence[object]]) -> list[str]:
    """Rows as lines; a negative width means: flush left."""

    def fit(cell: object, width: int) -> str:
        return str(cell).rjust(width) if width > 0 else str(cell).ljust(-width)

    return ["  " + "".join(map(fit, row, widths)).rstrip() for row in rows]


def the_schedule() -> list[str]:
    ticks = ticks_of([CHUNK])
    first = ticks[0]
    rows: list[Sequence[object]] = [("tick", "asked for", "expired", "late", "fired", "ran", "late")]
    for number, tick in enumerate(ticks, 1):
        late = tick.expired - tick.asked, tick.ran - tick.asked
        rows.append((number, tick.asked, tick.expired, late[0], tick.fired, tick.ran, late[1]))
    return [
        "1  The schedule",
        "",
        f"  A heartbeat asks to be woken every {PERIOD} ms. Beside it a hog burns {CHUNK} ms",
        "  between yields. All times are milliseconds on the loop's own clock.",
        "",
        *table((4, 12, 10, 7, 10, 10, 7), rows),
        "",
        f"  Tick 1: due at {first.asked}, and a pass found it at {first.expired}. The timer's callback stood",
        f"  behind the hog until {first.fired}. It woke a future, and the task stood behind the",
        f"  hog once more, until {first.ran}. It asked for {PERIOD} and gets {period_of(ticks)}, every time.",
    ]


def the_gaps() -> list[str]:
    runs = [ticks_of([]), ticks_of([CHUNK]), ticks_of([300])]
    gaps: list[tuple[str, Callable[[Tick], int]]] = [
        ("asked for -> expired", lambda tick: tick.expired - tick.asked),
        ("expired   -> fired", lambda tick: tick.fired - tick.expired),
        ("fired     -> ran", lambda tick: tick.ran - tick.fired),
        ("asked for -> ran", lambda tick: tick.ran - tick.asked),
    ]
    rows: list[Sequence[object]] = [("gap", "alone", f"hog {CHUNK}", "hog 300")]
    rows += [(name, *(spread(map(gap, ticks)) for ticks in runs)) for name, gap in gaps]
    expiry = [spread(map(gaps[0][1], ticks)) for ticks in runs]
    return [
        "2  The timer is punctual, the task is late",
        "",
        *table((-24, 10, 10, 10), rows),
        "",
        f"  Beside the hog of {CHUNK} the heap reports every expiry {expiry[1]} ms late, and still the",
        f"  task runs {spread(map(gaps[3][1], runs[1]))} ms late: it waits in the ready queue, not in the heap.",
        "  Even the heap is punctual only if a pass begins on the deadline: beside a hog",
        f"  of 300 no pass begins at {PERIOD}, and the expiry is noticed {expiry[2]} ms late.",
    ]


def the_hop() -> list[str]:
    rows: list[Sequence[object]] = [
        ("", "period", "", "burns per tick", ""),
        ("hog", "hops 1", "hops 2", "hops 1", "hops 2"),
    ]
    for chunk in (CHUNK, 300, 400):
        runs = [ticks_of([chunk], hops) for hops in (1, 2)]
        burns = (spread(tick.burns for tick in ticks) for ticks in runs)
        rows.append((chunk, *map(period_of, runs), *burns))
    _, direct, future, *_ = rows[2]
    return [
        "3  The hop that nobody predicts",
        "",
        "  hops 1: the timer's callback resumes the task in place, as call_later does.",
        "  hops 2: it resolves a future, and the future queues the task, as asyncio.sleep",
        "  does.",
        "",
        *table((6, 12, 10, 18, 10), rows),
        "",
        f"  {direct} against {future}: between them lies one more trip through the ready queue,",
        "  and on that trip the hog burns once more. Count its burns: no clock needed.",
    ]


def the_closed_form() -> tuple[list[str], int]:
    """The section, and how many of its runs differ from the closed form."""
    rows: list[Sequence[object]] = [
        ("", "", "hops 1", "", "hops 2", "", ""),
        ("hogs", "R", "run", "formula", "run", "formula", ""),
    ]
    differ = 0
    for chunks in ([200], [300], [400], [90], [100], [100, 200, 300], [400, 400, 400]):
        cells: list[str] = []
        for hops in (1, 2):
            cells += [period_of(ticks_of(chunks, hops)), str(closed_form(chunks, hops))]
        wrong = (cells[0] != cells[1]) + (cells[2] != cells[3])
        differ += wrong
        rows.append((" + ".join(map(str, chunks)), sum(chunks), *cells, "differs" if wrong else "same"))
    lines = [
        "4  The closed form",
        "",
        "  period = (ceil(P / R) + h) * R",
        f"  P is the period asked for ({PERIOD}), h the hops, and R what one pass costs: the",
        "  chunks of all hogs together.",
        "",
        *table((-16, 6, 9, 9, 9, 9, 10), rows),
        "",
        "  It holds for hogs that never end and always burn the same chunk, beside",
        "  heartbeats that do no work; not for hogs that vary, sleep or end.",
    ]
    return lines, differ


def the_lever() -> list[str]:
    chunks = (250, 200, 125, 100, 50, 40, 25, 20, 10, 8, 5, 2, 1)
    rows: list[Sequence[object]] = [("R", "period", "late", "")]
    for chunk in chunks:
        ticks = ticks_of([chunk])
        late = [tick.ran - tick.asked for tick in ticks]
        rows.append((chunk, period_of(ticks), spread(late), "   " + "#" * (max(late) // 10)))
    ninety = ticks_of([90])
    lateness = spread(tick.ran - tick.asked for tick in ninety)
    return [
        "5  The only lever is R",
        "",
        "  The hog's work is chopped ever finer. Neither timer nor heartbeat is touched.",
        "",
        *table((6, 9, 7, -55), rows),
        "",
        "  Finer chunks shrink the lateness. They never remove it. These chunks divide",
        f"  {PERIOD}; one that does not also makes the expiry late: a chunk of 90 gives a",
        f"  period of {period_of(ninety)}, {lateness} late, where a chunk of 100 gives {period_of(ticks_of([100]))}.",
    ]


# --- The picture -------------------------------------------------------------------------------------------------


def picture() -> Timeline:
    """Section 3 as a picture: the first wake-up through a future, and below it straight from the timer."""
    try:
        from timeline import Timeline, record
    except ImportError as error:
        raise NotReadyError(f"The pictures need the folder timeline/ beside demo.py: {error}.") from error
    from mini_asyncio.workloads import heartbeat, hog

    labels = {
        2: "asyncio.sleep: the timer wakes a future, the future the task",
        1: "call_later: the timer wakes the task",
    }
    end = closed_form([CHUNK], 2)
    runs = [
        record({"heartbeat": heartbeat(PERIOD), "hog": hog(CHUNK)}, end + CHUNK, hops, label)
        for hops, label in labels.items()
    ]
    return Timeline(f"The hop that nobody predicts: {PERIOD} ms beside a hog of {CHUNK} ms", runs, end)


def show(drawn: Timeline, target: str) -> None:
    """Print the picture where the target is `-`, else write it to that file. OSError when that cannot be done."""
    if target != "-":
        Path(target).write_text(drawn.svg(), encoding="utf-8", newline="\n")
        print(f"\nThe picture of section 3: {target}")
        return
    text = drawn.text()
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = drawn.text(ascii_only=True)
    print("\n" + text, end="")


# --- Is everything there? ----------------------------------------------------------------------------------------


def future_is_there() -> bool:
    loop = patient_loop(2, Meter())
    future = import_module("mini_asyncio.future").Future(loop)
    future.waiter = lambda: None
    future.set_result()
    return bool(future.done) and len(loop.ready) == 1


def step_is_there() -> bool:
    loop = patient_loop(2, Meter())
    loop.create_task(burner(CHUNK, Meter())).step()
    return loop.clock > 0


def suspend_is_there() -> bool:
    loop = patient_loop(2, Meter())
    loop.create_task(beat(PERIOD, Meter()))._suspend(PERIOD)
    return len(loop.timers) == 1


def run_once_is_there() -> bool:
    """A callback that queues itself again runs once per pass. (It stops by itself: a drained queue must end, too.)"""
    loop = patient_loop(2, Meter())
    runs: list[int] = []

    def again() -> None:
        runs.append(loop.clock)
        if len(runs) < TICKS:
            loop.call_soon(again)

    loop.call_later(PERIOD, again)
    loop.call_soon(again)
    loop.run_once()
    return len(runs) == 1


@dataclass(frozen=True)
class Exercise:
    """One function to write, and a first look whether it does anything. The checks look closer."""

    folder: str
    module: str
    function: str
    is_there: Callable[[], bool]

    def holds(self, qualified_name: str) -> bool:
        """Whether code of that name belongs to this function: the function itself, or one defined inside it."""
        return f"{qualified_name}.".startswith(f"{self.function}.")

    def comes_next(self, reason: str) -> str:
        number, _, name = self.folder.partition("-")
        return (
            f"The demo needs all four functions, and {self.function} in mini_asyncio/{self.module} {reason}.\n"
            f"Next comes exercise {number}: read exercises/{self.folder}/README.md, then run\n"
            f"    python -m pytest --exercise {name}"
        )


EXERCISES = (
    Exercise("1-set_result", "future.py", "Future.set_result", future_is_there),
    Exercise("2-step", "task.py", "Task.step", step_is_there),
    Exercise("3-suspend", "task.py", "Task._suspend", suspend_is_there),
    Exercise("4-run_once", "loop.py", "EventLoop.run_once", run_once_is_there),
)


def ask_the_checks(what_happened: str) -> str:
    return f"{what_happened}\nThe checks know more, and say which exercise comes next: run\n    python -m pytest"


def look_at_modules() -> None:
    """Import the modules that students edit; NotReadyError names the one that cannot be read."""
    for name in ("future", "task", "loop"):
        try:
            with Deadline():
                import_module(f"mini_asyncio.{name}")
        except (Exception, EndlessError) as error:  # a module under construction may raise anything
            exercise = next(exercise for exercise in EXERCISES if exercise.module == f"{name}.py")
            raise NotReadyError(
                f"mini_asyncio/{name}.py cannot be imported: {in_words(error)}.\n"
                f"Repair that first. The exercises in that file begin with exercises/{exercise.folder}/README.md."
            ) from error


def look_at_functions() -> None:
    """Try each function once, in the order of the exercises; NotReadyError names the first one that is missing."""
    for exercise in EXERCISES:
        try:
            with Deadline():
                there = exercise.is_there()
        except NotImplementedError as error:
            raise NotReadyError(exercise.comes_next("is still to be written")) from error
        except (Exception, EndlessError) as error:  # a function under construction may raise anything
            raise NotReadyError(exercise.comes_next(f"does not work yet: {in_words(error)}")) from error
        if not there:
            raise NotReadyError(exercise.comes_next("does not do its work yet"))


def in_words(error: BaseException) -> str:
    """An exception as one line: what it is, and where in the package it came from."""
    if isinstance(error, LostError):
        return "it does not come back"
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({Path(error.filename or '?').name}, line {error.lineno})"
    calls = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in calls if Path(frame.filename).parent.name == "mini_asyncio"]
    where = f" (line {frames[-1].lineno} of {frames[-1].name})" if frames else ""
    if isinstance(error, EndlessError):
        return f"it did not come to an end and had to be stopped{where}"
    return f"{type(error).__name__}: {error}{where}"


def stopped_by(error: Exception) -> NotReadyError:
    """What to say about an exception in the middle of a run: the innermost exercise that it came through is next."""
    names = [frame.f_code.co_qualname for frame, _ in traceback.walk_tb(error.__traceback__)]
    for name in reversed(names):
        for exercise in EXERCISES:
            if exercise.holds(name):
                return NotReadyError(exercise.comes_next(f"does not work yet: {in_words(error)}"))
    return NotReadyError(ask_the_checks(f"The demo was given up: {in_words(error)}."))


def sections() -> tuple[list[list[str]], int]:
    """All five sections, and how many runs differ from the closed form."""
    look_at_modules()
    look_at_functions()
    try:
        form, differ = the_closed_form()
        return [the_schedule(), the_gaps(), the_hop(), form, the_lever()], differ
    except LostError as error:
        raise NotReadyError(ask_the_checks("The loop does not come back: the heartbeat is not woken.")) from error
    except NotReadyError:
        raise
    except Exception as error:  # a loop under construction may raise anything
        raise stopped_by(error) from error


def main() -> int:
    """Print the five sections. 0 when every run agrees with the closed form, else 1 and a sentence that says why."""
    options = argparse.ArgumentParser(description="What your event loop does to a task that wants to be punctual.")
    options.add_argument("--timeline", metavar="FILE", help="also draw section 3: as SVG in FILE, or as text with -")
    target: str | None = options.parse_args().timeline
    try:
        shown, differ = sections()
        drawn = picture() if target else None
    except NotReadyError as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped, by Ctrl-C.", file=sys.stderr)
        return 130
    print("\n\n".join("\n".join(lines) for lines in shown))
    if target and drawn:
        try:
            show(drawn, target)
        except OSError as error:
            print(f"\nThe picture cannot be written: {error}", file=sys.stderr)
            return 1
    if not differ:
        return 0
    print("\n" + ask_the_checks(f"{differ} runs differ from the closed form."), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
