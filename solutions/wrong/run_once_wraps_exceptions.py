"""Exceptions of callbacks leave the pass as RuntimeErrors.

In the stamps: No stamp is wrong. Whoever waits for the callback's own exception gets another one.

Read again: An exception that is not yours leaves as it came.
"""

FAILS = {
    "run_once_lets_exceptions_out",
    "run_lets_exceptions_out",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            callback = self.ready.popleft()
            try:
                callback()
            except Exception as error:
                raise RuntimeError(f"{callback} failed") from error
