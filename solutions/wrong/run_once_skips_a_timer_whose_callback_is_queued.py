"""A timer whose callback stands in the queue already is not queued.

In the stamps: Nothing, because each sleep has a callback of its own. Whoever arms one for two timers is called once.

Read again: Each timer that expires has its callback called, whatever else stands in the queue.
"""

FAILS = {
    "run_once_puts_timers_behind_ready_work",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            if timer.callback not in self.ready:
                self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
