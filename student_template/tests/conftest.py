"""Glue between pytest and the checks: what each pytest hook has to do with the course.

What must stay true: a failed check counts as failed for pytest, its exit code and the editor; only what is printed gets
shorter (screen.py says how). `--tb=long` gives an exception that no check expected its traceback.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from account import CheckFailed
from deadline import Deadline
from explain import require
from one_check import Check, account_of, cut
from picture_option import add_timeline_option
from screen import BLOCKED, BRIEFLY, Screen, next_unit, summary
from units import UNITS, unit_named, unit_of_file

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path
    from typing import Any

SCREEN = pytest.StashKey[Screen]()
DEADLINE = pytest.StashKey[Deadline]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    add_timeline_option(parser, pluginmanager)
    names = ", ".join(unit.name for unit in UNITS)
    group = parser.getgroup("course", "the course")
    group.addoption("--exercise", metavar="NAME", help=f"run the checks of one exercise: {names}; or its number")
    group.addoption("--hint", action="store_true", help="show one more hint for the exercise that is next")
    group.addoption("--summary-file", metavar="FILE", help="append a Markdown table of the exercises to FILE")


def pytest_configure(config: pytest.Config) -> None:
    name = config.option.exercise
    only = unit_named(name) if name else None
    if name and only is None:
        known = ", ".join(f"{unit.number} {unit.name}" for unit in UNITS)
        raise pytest.UsageError(f"--exercise {name}: there is no such exercise. There are: {known}")
    config.stash[SCREEN] = Screen(everything=config.option.verbose >= 0, only=only, hint=config.option.hint)
    config.pluginmanager.register(LastLine())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--exercise`, the checks of the others are not even read, and neither are those of the notebook."""
    only = config.stash[SCREEN].only
    if only is None or not collection_path.match("test_*.py"):
        return None
    return True if unit_of_file(collection_path.stem) != only else None


def pytest_collection_finish(session: pytest.Session) -> None:
    checks = session.config.stash[SCREEN].checks
    for item in session.items:
        unit = unit_of_file(item.path.stem)
        if unit is not None:
            sentence = (getattr(getattr(item, "obj", None), "__doc__", None) or item.name).strip()
            checks[item.nodeid] = Check(unit, item.name, " ".join(sentence.split()))
            item.repr_failure = partial(words_or_traceback, item.repr_failure)


def words_or_traceback(
    traceback: Callable[..., object], excinfo: pytest.ExceptionInfo[BaseException], *more: Any
) -> object:
    """A wrong answer has its account already: working out a traceback for each one took a fifth of the whole run."""
    return str(excinfo.value) if isinstance(excinfo.value, CheckFailed) else traceback(excinfo, *more)


@pytest.hookimpl(wrapper=True, trylast=True)  # inside pytest's capture: importing a student's module may print
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A check of a function that is not written yet, or that did not come to an end before, says so and stops."""
    screen = item.config.stash[SCREEN]
    check = screen.checks.get(item.nodeid)
    if check is not None:
        screen.stop_if_endless(check.unit)
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
        check.account = account_of(check, error, remind=not screen.endless)
        if isinstance(error, CheckFailed) or item.config.option.tbstyle in ("auto", "short"):
            report.longrepr = check.account
        report.sections = [(title, cut(text)) for title, text in report.sections]
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


class LastLine:
    """However a failure was printed, the last line counts it as failed. A plugin of its own, since it is another hook of
    that name: around pytest's, which lists the failures that were printed in full."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Generator[None, object, object]:
        try:
            return (yield)
        finally:
            stats = terminalreporter.stats
            if brief := stats.pop(BRIEFLY, []):
                stats.setdefault("failed", []).extend(brief)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    screen = config.stash[SCREEN]
    if config.option.collectonly or not any(check.outcome for check in screen.checks.values()):
        return
    terminalreporter.ensure_newline()
    terminalreporter.section("your event loop", sep="-")
    for line in summary(screen):
        terminalreporter.write_line(line)
    if screen.hint:
        from hints import next_hint

        for line in next_hint(next_unit(screen)):
            terminalreporter.write_line(line)
    if config.option.summary_file:
        from markdown_summary import append_summary

        append_summary(config.option.summary_file, screen)


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool:
    """The same on every system, Windows too."""
    item.stash[DEADLINE] = Deadline(settings.timeout)
    item.stash[DEADLINE].start()
    return True


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_timeout_cancel_timer(item: pytest.Item) -> bool:
    if DEADLINE in item.stash:
        item.stash[DEADLINE].stop()
        del item.stash[DEADLINE]
    return True
