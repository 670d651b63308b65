"""Due timers expire with the latest deadline first.

In the stamps: The demo is right with its single timer. When several are due, those who have waited longest come last.

Read again: Earliest deadline first: the callbacks join the queue in the order in which they were asked for.
"""

FAILS = {
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = heapq.nlargest(len(self.timers), [entry for entry in self.timers if entry[0] <= self.clock])
        self.timers = sorted(entry for entry in self.timers if entry[0] > self.clock)
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
