"""The timers that stay are put into a new list that is no heap any more.

In the stamps: The demo is right with its single timer. With several, the first entry may not be the earliest: an idle
loop jumps past a deadline, and that timer expires late.

Read again: Leaving entries out of a heap's list can break its order. It has to be made a heap again.
"""

FAILS = {
    "run_once_expires_what_is_due",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = sorted(entry for entry in self.timers if entry[0] <= self.clock)
        self.timers = [entry for entry in self.timers if entry[0] > self.clock]
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
