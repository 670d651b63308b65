"""One pytest session of the hidden suite, kept warm: it replays its items for each submission that it is given.

pytest runs in a thread of its own, whose `pytest_runtestloop` waits for submissions; so a whole class costs one
collection. What must stay true: pytest sees nothing of the directory, the environment or the settings it was started in.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from .course import Course, course_files, load_course
from .interview import Interview
from .plugin import NAME, SuitePlugin, TimeoutHooks
from .session_error import SessionError
from .suite.expected import load_reference
from .verdicts import Verdict
from .worker.deadline import Clock

SUITE = Path(__file__).parent / "suite"
LEFT_OUT = (
    "cacheprovider", "capture", "debugging", "doctest", "faulthandler", "junitxml", "legacypath", "logging", "monkeypatch",
    "nose", "pastebin", "recwarn", "setuponly", "setupplan", "stepwise", "terminal", "threadexception", "tmpdir", "unittest",
    "unraisableexception", "warnings",
)  # fmt: skip
"""pytest's own plugins that a suite without fixtures, output and temporary folders does not need."""


class SuiteSession:
    """Grades one interview after the other with the whole suite. Use as a context manager."""

    def __init__(self, seed: int, course: Course | None = None) -> None:
        self.clock = Clock()
        self.course = course or load_course()
        self.plugin = SuitePlugin(seed, self.course)
        self._work: queue.SimpleQueue[Interview | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[dict[str, Verdict] | BaseException] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run_pytest, name="hidden-suite", daemon=True)

    def __enter__(self) -> Self:
        load_reference(course_files(), self.course)
        self._thread.start()
        self._result()  # the collection is over
        return self

    def __exit__(self, *_: object) -> None:
        self._work.put(None)
        self._thread.join(10)

    @property
    def is_alive(self) -> bool:
        """Whether it waits for a submission. A fault in the suite's own machinery has ended it otherwise."""
        return self._thread.is_alive()

    def grade(self, interview: Interview) -> dict[str, Verdict]:
        """The verdict of every check, in file order. SessionError when the suite's own machinery fails; it is over then."""
        self._work.put(interview)
        return self._result()

    def _result(self) -> dict[str, Verdict]:
        result = self._done.get()
        if isinstance(result, BaseException):
            self._thread.join(10)
            raise SessionError(f"the hidden suite could not be run: {result}") from result
        return result

    def _run_pytest(self) -> None:
        options = [str(SUITE), f"--rootdir={SUITE}", f"--config-file={SUITE / 'pytest.ini'}", "--assert=plain"]
        options += [f"-pno:{name}" for name in LEFT_OUT] + ["-ppytest_timeout"]
        replay = _ReplayLoop(self._serve)
        try:
            with _private_settings():
                plugins = [_Registration(self.plugin), TimeoutHooks(self.clock), replay]
                code = pytest.main(options, plugins=plugins)
            if replay.error:
                raise replay.error
            if code != pytest.ExitCode.OK:
                raise SessionError(f"pytest ended with {code!r}")
        except BaseException as error:  # noqa: BLE001 - whoever waits for a result must hear of it
            self._done.put(error)

    def _serve(self, session: pytest.Session) -> None:
        """The replay: for each submission all items, through pytest's own protocol."""
        self._done.put({})
        while (interview := self._work.get()) is not None:
            self.plugin.begin(interview)
            for item, following in zip(session.items, [*session.items[1:], None], strict=True):
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self._done.put(self.plugin.outcomes())


class _Registration:
    """Registers the suite's plugin under its name, by which the suite's conftest.py knows that it is there."""

    def __init__(self, plugin: SuitePlugin) -> None:
        self._plugin = plugin

    @pytest.hookimpl(tryfirst=True)
    def pytest_addoption(self, pluginmanager: pytest.PytestPluginManager) -> None:
        pluginmanager.register(self._plugin, NAME)


class _ReplayLoop:
    """pytest's main loop, replaced."""

    def __init__(self, serve: Callable[[pytest.Session], None]) -> None:
        self._serve = serve
        self.error: BaseException | None = None

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Kept for whoever waits for a result, and not printed."""
        self.error = excinfo.value
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise SessionError(f"{session.testsfailed} files of the suite could not be collected")
        self._serve(session)
        return True


@contextmanager
def _private_settings() -> Any:
    """Hide the variables through which a surrounding pytest or shell would reach into ours."""
    ours = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PYTEST_")}
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        yield
    finally:
        os.environ.update(hidden)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
