"""The end of the batch is itself a callback, which sets a flag: nothing else in the queue is special."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        over = []
        self.ready.append(lambda: over.append(True))
        while not over:
            self.ready.popleft()()
