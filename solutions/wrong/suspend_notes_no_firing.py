"""Nobody notes when the timer's callback ran: `fired_at` stays None.

In the stamps: (1000, 1000, None, 1400): the times are right, and one stamp is missing, so nobody can say where the
lateness comes from.

Read again: The callback of the timer notes two moments: when its timer expired, and when it runs itself.
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
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
