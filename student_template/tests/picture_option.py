"""`python -m pytest --timeline`: the first failed check of a whole schedule as a picture, what your loop did above what
is right.

What must stay true: without the option nothing is imported and nothing is drawn; and the picture knows no more than the
check told already.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from probes.schedule import Schedule
    from timeline import Run, Timeline

FILE = "timeline.svg"

Rows = list[list[Any]]


@contextmanager
def about(schedule: Schedule, right: Rows | None = None) -> Iterator[None]:
    """A check that fails in here failed on this schedule; `right` are the rows of the trace that it wanted, if any."""
    try:
        yield
    except pytest.fail.Exception as failed:
        failed.schedule = schedule
        failed.right = right or getattr(failed, "right", [])
        raise


def add_timeline_option(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """The option, and the plugin that obeys it; `pytest_addoption` in conftest.py calls this."""
    help_text = f"draw the first failed check of a whole schedule: what your loop did, and what is right, in {FILE}"
    parser.addoption("--timeline", action="store_true", help=help_text)
    pluginmanager.register(TimelineOption())


class TimelineOption:
    """Draws one picture per run of pytest, and says where it is."""

    def __init__(self) -> None:
        self.told = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        error = call.excinfo.value if call.excinfo else None
        if item.config.option.timeline and not self.told and hasattr(error, "schedule"):
            path = item.config.rootpath / FILE
            try:
                path.write_text(drawn(error.schedule, error.right).svg(), encoding="utf-8", newline="\n")
                self.told = f"Picture of {item.name}: {FILE} (open it in a browser)"
            except OSError as problem:
                self.told = f"{FILE} cannot be written: {problem}"
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        if config.option.timeline:
            terminalreporter.write_line(self.told or "No picture: no check of a whole schedule failed.")


def drawn(schedule: Schedule, right: Rows) -> Timeline:
    """The student's own loop on this schedule up to its first wrong wake-up, and below it what is right, where known."""
    from timeline import Timeline, record

    tasks = {task.name: commands(task.commands, task.endless) for task in schedule.tasks}
    mine = record(tasks, schedule.until, schedule.hops, f"Your loop, hops {schedule.hops}")
    runs = [mine, right_run(schedule, right)] if right else [mine]
    whole = Timeline(
        "What your loop did, and what is right" if right else "What your loop did", runs, right=bool(right)
    )
    return Timeline(whole.title, runs, end_of(whole), right=whole.right)


def end_of(timeline: Timeline) -> int:
    """A picture of the first two wake-ups, or of all up to the first wrong one."""
    found = timeline.wrong()
    shortest = min(len(run.wakes) for run in timeline.runs)
    last = found[0] if found else shortest if timeline.right else 1
    ran = [run.wakes[min(last, len(run.wakes) - 1)].ran for run in timeline.runs if run.wakes]
    return max(ran, default=0)


def right_run(schedule: Schedule, rows: Rows) -> Run:
    """The trace that is right, with the burns of hogs that take turns for ever: with them alone they stand fast."""
    from timeline import Burn, Run, Sleep, from_rows

    wakes = from_rows("", rows).wakes
    hogs = [(task.name, task.commands[0][1]) for task in schedule.tasks if task.commands[0][0] == "burn"]
    beats = {task.name: task.commands[0][1] for task in schedule.tasks if task.commands[0][0] == "sleep"}
    if not all(task.endless and len(task.commands) == 1 for task in schedule.tasks) or not hogs:
        return from_rows("Right", rows)
    burns: list[Burn] = []
    clock = 0
    while clock < wakes[-1].ran:
        for name, ms in hogs:
            burns.append(Burn(name, clock, ms))
            clock += ms
    sleeps = [Sleep(wake.task, wake.asked - beats[wake.task], beats[wake.task]) for wake in wakes]
    passes = range(0, clock + 1, sum(ms for _, ms in hogs))
    names = tuple(task.name for task in schedule.tasks)
    return Run("Right", names, tuple(burns), tuple(sleeps), wakes, tuple(passes))


def commands(items: Sequence[Any], endless: bool) -> Iterator[Any]:
    """A task of a schedule as a generator."""
    while True:
        yield from map(tuple, items)
        if not endless:
            return
