"""A pass expires one timer at most.

In the stamps: The demo is right with its single timer. Of several that are due together, the second waits one pass,
the third two.

Read again: Every timer whose time has come expires in this pass.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class EventLoop:
    def run_once(self):
        if self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
