"""A pass that began with nothing ready looks at the timers again at its end.

In the stamps: A timer that came due meanwhile is stamped in this pass instead of the next one.

Read again: A pass looks at the timers once, at its beginning, whatever it finds ready.
"""

FAILS = {
    "run_once_looks_at_the_timers_once",
}


class EventLoop:
    def run_once(self):
        only = not self.ready
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
        while only and self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
