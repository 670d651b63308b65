"""expired is noted too soon, before the timer has expired, or not at all.

In the stamps: (1000, None, 1200, 1400): a timer that has just been armed has not expired yet.

Read again: A stamp can be read when it has been made. That is, when the callback runs.
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
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
        self.expired_at = timer.expired_at
