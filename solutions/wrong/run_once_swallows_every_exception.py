"""Exceptions of callbacks are swallowed by the pass.

In the stamps: No stamp is wrong. A task that fails disappears, and nobody hears of it.

Read again: A loop that hides failures is worse than one that stops. What you cannot handle, let out.
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
            try:
                self.ready.popleft()()
            except:
                pass
