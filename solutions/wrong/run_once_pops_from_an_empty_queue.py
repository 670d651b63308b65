"""A pass takes a callback without looking whether there is one.

In the stamps: The demo is right, since there somebody is always ready. A pass with nothing to do is an IndexError.

Read again: A pass with nothing to do does nothing. It is no error.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_looks_at_the_timers_once",
    "run_once_never_moves_the_clock",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        callback = self.ready.popleft()
        for _ in range(len(self.ready)):
            callback()
            callback = self.ready.popleft()
        callback()
