"""Among equal deadlines the numbers of the timers are compared as texts, in which 10 comes before 2.

In the stamps: Nothing among the first ten timers. After that, some ties are turned round.

Read again: Compare the numbers as numbers: the one that was armed first runs first.
"""

FAILS = {
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = sorted((e for e in self.timers if e[0] <= self.clock), key=lambda e: (e[0], str(e[1])))
        self.timers = sorted(e for e in self.timers if e[0] > self.clock)
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
