"""A callback that stands in the queue twice runs once in the pass.

In the stamps: With tasks all is right, since each of them stands in the queue at most once. A callback that was queued
twice is called once.

Read again: The queue is a list of turns, and no set. As often as a callback was queued, it runs.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_puts_timers_behind_ready_work",
}


import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        batch = dict.fromkeys(self.ready)
        self.ready.clear()
        for callback in batch:
            callback()
