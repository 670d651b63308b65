"""The ready queue is a subclass of deque that can give away all it holds."""

import heapq
import itertools
from collections import deque


class ReadyQueue(deque):
    """A queue that can be emptied into a tuple."""

    def take_all(self):
        everything = tuple(self)
        self.clear()
        return everything


class EventLoop:
    def __init__(self, hops=2):
        self.clock = 0
        self.ready = ReadyQueue()
        self.timers = []
        self.trace = []
        self.hops = hops
        self._armed = itertools.count()

    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for callback in self.ready.take_all():
            callback()
