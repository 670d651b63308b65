"""Due timers are sorted without their numbers, so that equal deadlines compare the timers themselves.

In the stamps: The demo is right. Two timers with the same deadline are a TypeError.

Read again: The number in the middle of an entry has a purpose: it decides between equals before anybody has to
compare two timers.
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
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            when, _, timer = heapq.heappop(self.timers)
            due.append((when, timer))
        for _, timer in sorted(due):
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
