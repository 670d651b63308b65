"""Exceptions are swallowed unless they come from the last callback of the pass.

In the stamps: Nothing, until a callback raises that has others behind it: the loop goes on as if nothing had
happened.

Read again: Whatever a callback raises leaves the pass, wherever in the batch it stands.
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
        n = len(self.ready)
        for i in range(n):
            try:
                self.ready.popleft()()
            except Exception:
                if i == n - 1:
                    raise
