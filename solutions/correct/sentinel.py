"""A sentinel in the queue marks where the pass ends."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[-1]
            timer.expired_at = self.clock
            self.call_soon(timer.callback)
        end = object()
        self.ready.append(end)
        while (callback := self.ready.popleft()) is not end:
            callback()
