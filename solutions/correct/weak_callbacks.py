"""Timers hold their tasks weakly; the loop keeps its sleeping tasks alive."""

import weakref

from .future import Future


class Task:
    def _suspend(self, delay):
        self.loop.asleep.add(self)
        self.deadline = self.loop.clock + delay
        wake = weakref.WeakMethod(self._fire)
        self._timer = self.loop.call_later(delay, lambda: wake()())

    def _fire(self):
        self.loop.asleep.discard(self)
        self.expired_at, self.fired_at = self._timer.expired_at, self.loop.clock
        if self.loop.hops == 2:
            future = Future(self.loop)
            future.waiter = self.step
            future.set_result()
        else:
            self.step()


class EventLoop:
    @property
    def asleep(self):
        return self.__dict__.setdefault("_asleep", set())
