"""`call_later` makes timers of a subclass that knows its loop and notes its own firing."""

import heapq

from .timers import Timer


class LoopTimer(Timer):
    """A timer that wraps its callback, to note when it runs."""

    fired_at = None

    def __init__(self, loop, when, callback):
        super().__init__(when, self._run)
        self._loop = loop
        self._function = callback

    def _run(self):
        self.fired_at = self._loop.clock
        return self._function()


class EventLoop:
    def call_later(self, delay, callback):
        timer = LoopTimer(self, self.clock + delay, callback)
        heapq.heappush(self.timers, (timer.when, next(self._armed), timer))
        return timer
