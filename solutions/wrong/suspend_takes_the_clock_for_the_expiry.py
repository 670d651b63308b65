"""expired is the clock at which the callback runs.

In the stamps: (1000, 1200, 1200, 1400) instead of (1000, 1000, 1200, 1400): the heap looks late, and the wait behind
the hog disappears.

Read again: A timer expires first, and its callback runs later, behind everything that is ready. That gap is the
second column's point.
"""

FAILS = {
    "suspend_notes_when_the_timer_expired",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = self.loop.clock
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
