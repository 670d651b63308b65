"""The batch is a counted loop: how many are ready is noted first, and counted down."""

import heapq


class EventLoop:
    def run_once(self):
        while len(self.timers) > 0 and self.timers[0][0] <= self.clock:
            entry = heapq.heappop(self.timers)
            entry[2].expired_at = self.clock
            self.call_soon(entry[2].callback)
        left = len(self.ready)
        while left > 0:
            callback = self.ready.popleft()
            callback()
            left -= 1
