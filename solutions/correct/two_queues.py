"""The loop has two queues that change places: one runs while the other fills, and `ready` is the one that fills."""

import heapq
import itertools
from collections import deque


class EventLoop:
    def __init__(self, hops=2):
        self.clock = 0
        self._queues = (deque(), deque())
        self._filling = 0
        self.timers = []
        self.trace = []
        self.hops = hops
        self._armed = itertools.count()

    @property
    def ready(self):
        return self._queues[self._filling]

    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        running = self.ready
        self._filling = 1 - self._filling
        while running:
            running.popleft()()
