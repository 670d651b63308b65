"""The batch is a list copy of the ready queue, which is then cleared."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        batch = list(self.ready)
        self.ready.clear()
        for callback in batch:
            callback()
