"""Every pass stamps all timers that are armed, due or not.

In the stamps: Nothing in the trace: when a timer expires, its stamp is overwritten. Until then it claims to have
expired.

Read again: A timer has no stamp until a pass finds it due.
"""

FAILS = {
    "run_once_stamps_the_clock",
}


class EventLoop:
    def run_once(self):
        for _, _, timer in self.timers:
            timer.expired_at = self.clock
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heapq.heappop(self.timers)[2].callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
