"""Every pass clears the heap, with the timers that are not due.

In the stamps: No wake at all: after the first pass nothing is armed any more.

Read again: Only what has expired leaves the heap.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_stamps_the_clock",
    "run_once_looks_at_the_timers_once",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        for when, _, timer in sorted(self.timers):
            if when <= self.clock:
                timer.expired_at = self.clock
                self.ready.append(timer.callback)
        self.timers.clear()
        for _ in range(len(self.ready)):
            self.ready.popleft()()
