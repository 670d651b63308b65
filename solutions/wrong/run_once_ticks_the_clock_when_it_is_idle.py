"""A pass with nothing to do moves the clock by one millisecond.

In the stamps: No stamp is wrong, because `run` jumps over idle time before it starts a pass. A pass that is called by
hand moves time although nobody worked.

Read again: A pass never moves the clock. Idle time is the business of `run`.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_never_moves_the_clock",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        if not self.ready:
            self.clock += 1
        for _ in range(len(self.ready)):
            self.ready.popleft()()
