"""The clock is an int subclass, which stays one when it is added to."""


class Ms(int):
    """Whole milliseconds."""

    __slots__ = ()

    def __add__(self, other):
        return Ms(int(self) + int(other))

    __radd__ = __add__

    def __repr__(self):
        return f"{int(self)} ms"


class EventLoop:
    @property
    def clock(self):
        return self.__dict__.get("clock", Ms(0))

    @clock.setter
    def clock(self, value):
        self.__dict__["clock"] = Ms(value)


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay

        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            (self.loop.call_soon if self.loop.hops == 2 else lambda step: step())(self.step)

        timer = self.loop.call_later(delay, fire)
