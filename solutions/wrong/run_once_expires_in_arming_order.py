"""Due timers expire in the order in which they were armed, whatever their deadlines.

In the stamps: The demo is right with its single timer. When two are due, a later deadline that was armed earlier
comes first.

Read again: The deadline decides; only among equals it is the order of arming.
"""

FAILS = {
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            due.append(heapq.heappop(self.timers))
        for _, _, timer in sorted(due, key=lambda entry: entry[1]):
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
