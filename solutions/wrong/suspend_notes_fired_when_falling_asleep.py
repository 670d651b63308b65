"""fired is noted when the task falls asleep.

In the stamps: (1000, 1000, 0, 1400), (2400, 2400, 1400, 2800): fired is the moment of the last wake.

Read again: Code in the body of the function runs now; code in the callback runs when the timer has expired. Which
stamp belongs where?
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
        self.fired_at = self.loop.clock
        timer = self.loop.call_later(delay, fire)
