"""A pass does not look at the timers while ten or more callbacks are ready.

In the stamps: Beside a few hogs nothing. Beside ten, no timer ever expires.

Read again: Every pass looks at the timers, however much is ready.
"""

FAILS = {
    "run_once_puts_timers_behind_ready_work",
}


class EventLoop:
    def run_once(self):
        if len(self.ready) < 10:
            while self.timers and self.timers[0][0] <= self.clock:
                _, _, timer = heapq.heappop(self.timers)
                timer.expired_at = self.clock
                self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
