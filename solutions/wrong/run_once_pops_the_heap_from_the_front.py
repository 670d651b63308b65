"""The first entry is taken out of the heap as from a plain list.

In the stamps: The demo is right with its single timer. With several, the rest is no heap any more, and timers expire
out of order, or late.

Read again: A heap only promises its first place. When that is taken, the heap must be put in order again; a function
does both.
"""

FAILS = {
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = self.timers.pop(0)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
