"""Timers are inserted at index 0, one after the other."""

from heapq import heappop

MISTAKE = "run_once_puts_timers_at_the_front"


class EventLoop:
    def run_once(self):
        now, ready = self.clock, self.ready
        while self.timers:
            if self.timers[0][2].when > now:
                break
            timer = heappop(self.timers)[-1]
            timer.expired_at = now
            ready.insert(0, timer.callback)
        turns = len(ready)
        while turns:
            turns -= 1
            ready.popleft()()
