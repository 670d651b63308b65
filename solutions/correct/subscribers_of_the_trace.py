"""The trace is a list subclass that tells its subscribers of every row."""

import itertools
from collections import deque


class Trace(list):
    """A list whose subscribers hear of each row that is appended."""

    def __init__(self):
        super().__init__()
        self.subscribers = [lambda row: None]

    def append(self, row):
        super().append(row)
        for tell in self.subscribers:
            tell(row)


class EventLoop:
    def __init__(self, hops: int = 2, *, debug: bool = False) -> None:
        self.clock = 0
        self.ready = deque()
        self.timers = []
        self.trace = Trace()
        self.hops = hops
        self.debug = debug
        self._armed = itertools.count()
