"""First everybody who is ready, counted down by a range; then a generator feeds the queue from the heap."""

from heapq import heappop

MISTAKE = "run_once_looks_at_timers_after_the_batch"


class EventLoop:
    def run_once(self):
        todo = range(len(self.ready))
        for _ in todo:
            callback = self.ready.popleft()
            callback()
        self.ready.extend(self._pop_due())

    def _pop_due(self):
        while self.timers and not self.timers[0][0] > self.clock:
            timer = heappop(self.timers)[2]
            timer.expired_at = self.clock
            yield timer.callback
