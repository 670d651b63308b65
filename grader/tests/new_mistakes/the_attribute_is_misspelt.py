"""The pass works, and then looks at an attribute that does not exist."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            callback = self.ready.popleft()
            callback()
            self.last = callback.name
