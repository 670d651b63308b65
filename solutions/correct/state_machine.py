"""The task is a state machine: an enum says whether it is new, ready, asleep or finished."""

from enum import Enum, auto

from .commands import BURN, SLEEP
from .trace import Wake


class State(Enum):
    NEW = auto()
    READY = auto()
    ASLEEP = auto()
    WAKING = auto()
    FINISHED = auto()


class Task:
    state = State.NEW

    def step(self):
        if self.state is State.WAKING:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
        self.state = State.READY
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            self.state = State.FINISHED
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)

    def _suspend(self, delay):
        self.state = State.ASLEEP
        self.deadline = self.loop.clock + delay
        self._timer = self.loop.call_later(delay, self._fire)

    def _fire(self):
        self.state = State.WAKING
        self.expired_at, self.fired_at = self._timer.expired_at, self.loop.clock
        if self.loop.hops == 2:
            self.loop.call_soon(self.step)
        else:
            self.step()
