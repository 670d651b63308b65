"""A due timer is stamped and taken out, and its callback is forgotten."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
        for _ in range(len(self.ready)):
            self.ready.popleft()()
