"""A pass with nothing ready jumps to the next deadline itself.

In the stamps: No stamp is wrong, because `run` has done it already. A pass that is called by hand makes timers expire
before their time.

Read again: A pass never moves the clock. Idle time is the business of `run`.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_never_moves_the_clock",
}


class EventLoop:
    def run_once(self):
        if not self.ready and self.timers:
            self.clock = max(self.clock, self.timers[0][0])
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
