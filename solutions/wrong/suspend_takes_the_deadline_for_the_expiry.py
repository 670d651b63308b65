"""expired is copied from the deadline instead of being asked from the timer.

In the stamps: The demo is right, because 200 divides 1000. With a hog of 300, the timer due at 1000 expires at 1200,
and this trace says 1000.

Read again: Only the pass that looks at the heap knows when the timer expired. It has stamped the timer.
"""

FAILS = {
    "suspend_notes_when_the_timer_expired",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "closed_form_gives_all_four_stamps",
    "a_heartbeat_that_works",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = self.deadline
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
