"""Stops a check that does not come to an end; pytest-timeout says after how many seconds.

Its own two ways are a signal that comes once, so a bare `except:` inside an endless loop swallows it and the run hangs,
and, on Windows, the end of the whole run with all that the other checks had to say. What must stay true: Ctrl-C is still
Ctrl-C, a debugger is never interrupted, and after `stop` nothing comes any more.
"""

from __future__ import annotations

import _thread
import signal
import threading
from typing import TYPE_CHECKING, Any

import pytest
from pytest_timeout import is_debugging

if TYPE_CHECKING:
    from types import FrameType


class Deadline:
    """Interrupts the main thread after so many seconds, as Ctrl-C would, and again if somebody swallowed it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._due = False
        self._over = threading.Event()
        self._before: Any = None
        self._thread = threading.Thread(target=self._wait, daemon=True)

    def start(self) -> None:
        self._before = signal.signal(signal.SIGINT, self._interrupted)
        self._thread.start()

    def stop(self) -> None:
        """From here on an interrupt that is on its way does nothing."""
        self._over.set()
        self._thread.join()
        signal.signal(signal.SIGINT, self._before)

    def _wait(self) -> None:
        while not self._over.wait(self.seconds):
            if not is_debugging():
                self._due = True
                _thread.interrupt_main()

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self._due and not self._over.is_set():
            self._due = False
            pytest.fail(f"Timeout (>{self.seconds}s)")
        if not self._due and callable(self._before):
            self._before(number, frame)
