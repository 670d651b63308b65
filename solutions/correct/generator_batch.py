"""Two generators feed the pass: one yields the due timers, the other the callbacks of the batch."""

import heapq


class EventLoop:
    def _due(self):
        while self.timers and self.timers[0][0] <= self.clock:
            yield heapq.heappop(self.timers)[2]

    def _batch(self):
        for _ in range(len(self.ready)):
            yield self.ready.popleft()

    def run_once(self):
        for timer in self._due():
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for callback in self._batch():
            callback()
