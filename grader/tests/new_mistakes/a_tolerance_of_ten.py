"""Timers that are due within the next ten milliseconds expire already."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock + 10:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
