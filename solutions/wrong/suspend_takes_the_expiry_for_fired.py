"""fired is copied from the timer's expiry.

In the stamps: (1000, 1000, 1000, 1400) instead of (1000, 1000, 1200, 1400): the whole lateness seems to come from the
future.

Read again: fired is the clock at the moment at which the callback runs. Nobody else can know it.
"""

FAILS = {
    "suspend_notes_when_the_callback_fired",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
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
            self.expired_at = timer.expired_at
            self.fired_at = timer.expired_at
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
