"""Due timers are collected by their deadline, so that of equals only the last one is left.

In the stamps: The demo is right. Of two sleepers that are due in the same millisecond, one never wakes.

Read again: Two timers may well have the same deadline. Both of them count.
"""

FAILS = {
    "run_once_expires_what_is_due",
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class EventLoop:
    def run_once(self):
        due = {}
        while self.timers and self.timers[0][0] <= self.clock:
            when, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            due[when] = timer.callback
        self.ready.extend(due.values())
        for _ in range(len(self.ready)):
            self.ready.popleft()()
