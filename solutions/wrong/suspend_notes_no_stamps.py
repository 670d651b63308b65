"""The timer leads straight to the wake, and nobody notes expired and fired.

In the stamps: (1000, None, None, 1400): the times are right, and two stamps are missing.

Read again: Between the timer and the wake something must run that reads the timer and the clock.
"""

FAILS = {
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
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
        self.deadline = self.loop.clock + delay
        self.loop.call_later(delay, future.set_result if self.loop.hops == 2 else self.step)
