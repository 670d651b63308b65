"""`loopcheck verify`: what it prints, and its exit codes.

0: everything that the course tells is so on this interpreter. 1: something is not, and was named. 2: there was nothing to
verify. 3: something of ours failed. 130: stopped from the keyboard.
"""

from __future__ import annotations

import platform
import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..course import CourseError, course_files, load_course
from ..oracle.kinds import kinds
from ..probes.schedule import Schedule
from ..session_error import SessionError
from ..worker.host import WorkerError
from ..worker.protocol import LoopProbe as Probe
from . import questions, sections
from .claims import Folder, Model, ModelError, Reference
from .comparing import Claim, Comparison, Tick, compare
from .printing import headed, say
from .sections import Section

HEADING = ("Compared with CPython", "asked", "stamps", "steps", "mismatches", "s")


def verify(arguments: Namespace) -> int:
    """Compare, measure, print; the exit code says whether all agrees."""
    try:
        model = _model(arguments.model)
    except (CourseError, ModelError) as error:
        print(f"loopcheck verify: {error}", file=sys.stderr)
        return 2
    began = time.monotonic()
    try:
        mismatches = _report(model, arguments)
    except (WorkerError, SessionError) as error:
        print(f"loopcheck verify: {error}. This is a fault of the grader, not of what was verified.", file=sys.stderr)
        return 3
    except Exception:  # noqa: BLE001 - a traceback alone would end with exit code 1, which says that something differs
        traceback.print_exc()
        print("loopcheck verify: this is a fault of the grader. Please report it.", file=sys.stderr)
        return 3
    finally:
        model.close()
    verdict = f"NOT EVERYTHING AGREES: {mismatches:,} mismatches" if mismatches else "Everything agrees: 0 mismatches"
    say(["", f"{verdict}, in {time.monotonic() - began:.1f} s."])
    return int(mismatches > 0)


def _report(model: Model, arguments: Namespace) -> int:
    """Everything; the number of mismatches."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    say(
        [
            f"{python}: {model.name} against asyncio's own loop, on a virtual clock of whole ms",
            "asyncio's tasks here: " + "; ".join(f"in {kind.name}" for kind in kinds()),
            "",
        ]
    )
    mismatches = _compare_all(model, arguments)
    return mismatches if arguments.model else mismatches + _measure_all(arguments)


def _model(path: Path | None) -> Model:
    files, course = course_files(), load_course()
    if path is None:
        return Reference(files, course)
    print(
        f"Running {path} in processes of its own, as `loopcheck grade` does. Run no code that you would not grade.",
        file=sys.stderr,
    )
    return Folder(path, files, course)


def _compare_all(model: Model, arguments: Namespace) -> int:
    """The comparisons and their table; the number of mismatches."""
    found = kinds()
    drawn = list(questions.random_schedules(arguments.schedules, arguments.seed))
    asked = questions.asked_by_the_suite(arguments.seed)
    rounds = list(_rounds(model, drawn, asked, arguments.model is None, arguments.seed))
    with _progress("Comparing", sum(len(probes) for _, probes in rounds)) as tick:
        comparisons = [one for claims, probes in rounds for one in compare(claims, probes, found, tick)]
    _print_comparisons(comparisons)
    if arguments.model is None:
        everything = [probe for probes in asked.values() for probe in probes]
        section = sections.outside_the_model(drawn, everything, found[0])
        _print_section(section)
        return section.mismatches + sum(one.mismatches for one in comparisons)
    return sum(one.mismatches for one in comparisons)


def _rounds(
    model: Model, drawn: Sequence[Schedule], asked: dict[str, list[Probe]], files_too: bool, seed: int
) -> Iterator[tuple[dict[str, Iterable[Claim]], Sequence[Probe]]]:
    """Who says what about which questions. The pinned traces and the formula are compared beside the reference only."""
    for title, alone, pairs in (
        ("pinned schedules", "pinned traces, as in their files", questions.pinned()),
        ("closed form's grid, 180 x 3 orders", "closed form itself, 180 x 3 orders", questions.grid()),
    ):
        schedules = [schedule for schedule, _ in pairs]
        claims: dict[str, Iterable[Claim]] = {title: model.answers(schedules)}
        if files_too:
            claims[alone] = [rows for _, rows in pairs]
        yield claims, schedules
    yield {f"random schedules, seed {seed}": model.answers(drawn)}, drawn
    for exercise, probes in asked.items():
        yield {f"hidden suite: {exercise}": model.answers(probes)}, probes


def _print_comparisons(comparisons: Sequence[Comparison]) -> None:
    rows: list[list[object]] = [
        [one.title, one.asked, one.stamps, one.steps, one.mismatches, f"{one.seconds:.1f}"] for one in comparisons
    ]
    total = [
        sum(column) for column in zip(*((c.asked, c.stamps, c.steps, c.mismatches) for c in comparisons), strict=True)
    ]
    rows.append(["total", *total, f"{sum(one.seconds for one in comparisons):.1f}"])
    say(headed(HEADING, rows, "<>>>>>"))
    for one in comparisons:
        if one.simplest:
            say(["", f"The simplest mismatch, in: {one.title}", one.simplest])
            break


def _measure_all(arguments: Namespace) -> int:
    """What is measured on CPython beside the model; the number of figures that are not as told."""
    steps: list[Callable[[], Section]] = [lambda: sections.hops(kinds()), sections.debug]
    if arguments.real:
        steps.append(lambda: sections.burns(arguments.real))
    steps += [lambda: sections.uvloop(arguments.real), sections.trio, sections.landmarks]
    mismatches = 0
    for step in steps:
        section = step()
        _print_section(section)
        mismatches += section.mismatches
    return mismatches


def _print_section(section: Section) -> None:
    wrong = f": {section.mismatches} NOT AS TOLD" if section.mismatches else ""
    say(["", f"{section.title}{wrong}", *(f"  {line}" for line in section.lines)])


@contextmanager
def _progress(what: str, total: int) -> Iterator[Tick]:
    """A progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)
