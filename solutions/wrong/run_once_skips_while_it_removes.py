"""Timers are removed from the list while the pass iterates over it.

In the stamps: The demo is right with its single timer. Of several that are due together, every other one is skipped,
and expires a pass late.

Read again: A list that shrinks during an iteration moves the next entry into the place that was just visited.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class EventLoop:
    def run_once(self):
        for entry in self.timers:
            if entry[0] <= self.clock:
                self.timers.remove(entry)
                entry[2].expired_at = self.clock
                self.ready.append(entry[2].callback)
        heapq.heapify(self.timers)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
