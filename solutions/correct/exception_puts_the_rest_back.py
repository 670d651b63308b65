"""When a callback raises, those that did not get their turn are put back in front of the queue."""

import heapq
from collections import deque


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        batch = self.ready
        self.ready = deque()
        try:
            while batch:
                batch.popleft()()
        finally:
            self.ready.extendleft(reversed(batch))
