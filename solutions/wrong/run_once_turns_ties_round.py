"""Of timers with the same deadline, the one that was armed last comes first.

In the stamps: The demo is right. Two sleepers that are due in the same millisecond wake in reverse order.

Read again: First armed, first served: equal deadlines are a queue, too.
"""

FAILS = {
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            due.append(heapq.heappop(self.timers))
        due.sort(key=lambda entry: (entry[0], -entry[1]))
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
