"""A pass runs at most a hundred callbacks.

In the stamps: With a few tasks all is right. Where more callbacks are ready than that, the rest of them wait for the
next pass.

Read again: A pass runs what was ready when it began, all of it. That is an end already, and needs no other one.
"""

FAILS = {
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_expires_what_is_due",
}


import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(min(100, len(self.ready))):
            self.ready.popleft()()
