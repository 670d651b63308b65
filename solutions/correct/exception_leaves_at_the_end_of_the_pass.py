"""When a callback raises, the rest of the pass has its turn all the same; then the exception leaves the loop."""

import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        failure = None
        for _ in range(len(self.ready)):
            try:
                self.ready.popleft()()
            except Exception as error:
                failure = failure or error
        if failure is not None:
            raise failure
