"""The suite by itself, for authors: `python -m pytest grader/src/loopcheck/suite --submission=FOLDER`.

It is the same suite, with the same worker and the same deadlines as in `loopcheck grade`, and with pytest's own report.
Write the `=`: pytest takes a word of its own for a folder of tests, and imports the conftest.py in it.
With `-p no:timeout` nobody ends a pass that never returns, but the hard limits of its process.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from loopcheck.course import course_files, load_course
from loopcheck.interview import Interviewer, provided_modules
from loopcheck.plugin import NAME, SuitePlugin, TimeoutHooks
from loopcheck.submissions.reading import read_submission
from loopcheck.suite.expected import load_reference
from loopcheck.worker.deadline import Clock, Deadline
from loopcheck.worker.host import Reply, Worker
from loopcheck.worker.protocol import Limits, Request


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    if not pluginmanager.has_plugin("timeout"):
        parser.addini("timeout", "unused: pytest-timeout was switched off")
    group = parser.getgroup("loopcheck")
    group.addoption("--submission", type=Path, metavar="FOLDER", help="the submission to check")
    group.addoption("--course-seed", type=int, default=0, metavar="N", help="seed of the random schedules (default: 0)")
    group.addoption(
        "--cpu-seconds",
        type=int,
        default=Limits.cpu_seconds,
        metavar="N",
        help="CPU time after which the system ends a submission's process that nobody else has ended",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Outside of `loopcheck grade` nobody has registered the plugin: do it here, for one submission."""
    if config.pluginmanager.has_plugin(NAME):
        return
    if any(str(word).startswith("--submission") and "=" not in str(word) for word in config.invocation_params.args):
        raise pytest.UsageError(
            "write --submission=FOLDER, with the =: pytest imports a conftest.py in a FOLDER that stands alone"
        )
    if config.getoption("--submission") is None and not config.option.collectonly:
        raise pytest.UsageError("no submission was given: add --submission=FOLDER")
    if not config.pluginmanager.has_plugin("timeout"):
        config.addinivalue_line("markers", "timeout(seconds): unused, pytest-timeout was switched off")
    clock = Clock()
    plugin = SuitePlugin(config.getoption("--course-seed"), load_course())
    config.pluginmanager.register(plugin, NAME)
    if config.pluginmanager.has_plugin("timeout"):
        config.pluginmanager.register(TimeoutHooks(clock))
    limits = Limits(cpu_seconds=config.getoption("--cpu-seconds"))
    config.pluginmanager.register(OneSubmission(plugin, clock, config.getoption("--submission"), limits))


class LimitedWorker(Worker):
    """A worker with hard limits of the author's choice."""

    def __init__(self, limits: Limits, provided: bytes) -> None:
        super().__init__(provided=provided)
        self._limits = limits

    def ask(self, request: Request, deadline: Deadline | None) -> Reply:
        """As always, with these limits."""
        return super().ask(replace(request, limits=self._limits), deadline)


class OneSubmission:
    """Begins the one interview when the checks have been collected, and ends the worker."""

    def __init__(self, plugin: SuitePlugin, clock: Clock, folder: Path | None, limits: Limits) -> None:
        self._plugin = plugin
        self._clock = clock
        self._folder = folder
        self._course = load_course()
        self._worker = LimitedWorker(limits, provided_modules(course_files(), self._course))
        load_reference(course_files(), self._course)

    def pytest_collection_finish(self) -> None:
        if self._folder is None:
            return
        provided = course_files().provided_sources(self._course)
        source = read_submission(self._folder.name, self._folder, self._course, provided)
        if source.problem:
            raise pytest.UsageError(source.problem)
        interviewer = Interviewer(self._worker, self._course, self._clock, self._plugin.suite.slowness)
        self._plugin.begin(interviewer.interview(source))

    def pytest_unconfigure(self) -> None:
        self._worker.close()
