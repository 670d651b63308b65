"""Due timers are collected in a dictionary by their callbacks, so that of two with the same callback one is left.

In the stamps: Nothing, because each sleep has a callback of its own. Whoever arms one for two timers is called once.

Read again: A callback is no identity: two timers may have the same one, and each of them expires.
"""

FAILS = {
    "run_once_puts_timers_behind_ready_work",
}


class EventLoop:
    def run_once(self):
        due = {}
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            due[timer.callback] = timer
        self.ready.extend(due)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
