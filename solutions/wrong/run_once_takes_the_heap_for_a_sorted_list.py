"""Due timers are taken in the order in which they lie in the heap.

In the stamps: The demo is right with its single timer. Three that are due together may expire with the last deadline
before the second.

Read again: A heap is not sorted: only its first entry is known to be the smallest.
"""

FAILS = {
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run_once(self):
        due = [entry for entry in self.timers if entry[0] <= self.clock]
        self.timers = [entry for entry in self.timers if entry[0] > self.clock]
        heapq.heapify(self.timers)
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
