"""A pass runs at most two callbacks."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(min(2, len(self.ready))):
            self.ready.popleft()()
