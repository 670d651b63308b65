"""The queue itself is the batch: a fresh deque takes its place before anybody runs."""

import heapq
from collections import deque


class EventLoop:
    def run_once(self):
        while self.timers and not self.timers[0][0] > self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        batch, self.ready = self.ready, deque()
        while batch:
            batch.popleft()()
