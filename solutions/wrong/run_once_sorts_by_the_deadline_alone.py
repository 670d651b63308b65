"""Due timers are sorted by their deadline alone, from a list in heap order.

In the stamps: The demo is right. Of two timers with the same deadline, the one that was armed later may run first.

Read again: Equal deadlines are decided by who was armed first; the entries say who that was.
"""

FAILS = {
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = [entry for entry in self.timers if entry[0] <= self.clock]
        self.timers = [entry for entry in self.timers if entry[0] > self.clock]
        heapq.heapify(self.timers)
        for _, _, timer in sorted(due, key=lambda entry: entry[0]):
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
