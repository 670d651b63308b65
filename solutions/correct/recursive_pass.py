"""Both halves of the pass are recursive: expire one and the rest, run one and the rest."""

import heapq


class EventLoop:
    def run_once(self):
        self._expire()
        self._run(len(self.ready))

    def _expire(self):
        if self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
            self._expire()

    def _run(self, count):
        if count:
            self.ready.popleft()()
            self._run(count - 1)
