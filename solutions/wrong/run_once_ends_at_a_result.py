"""A pass ends as soon as a callback returns something.

In the stamps: With tasks all is right, since a step returns nothing. Behind a callback that returns something, the
rest of the queue is late by a pass.

Read again: Whatever a callback returns is dropped. A function that asks for the truth of each one stops early.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
}


import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        any(self.ready.popleft()() for _ in range(len(self.ready)))
