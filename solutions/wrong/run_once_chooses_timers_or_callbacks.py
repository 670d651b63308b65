"""A pass either runs what is ready or looks at the timers.

In the stamps: No wake at all beside a hog; alone, timers' callbacks run in the pass's own hands instead of in their
turn.

Read again: Every pass does both: first the timers join the queue, then the queue has its turn.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_in_deadline_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        if self.ready:
            for _ in range(len(self.ready)):
                self.ready.popleft()()
            return
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            timer.callback()
