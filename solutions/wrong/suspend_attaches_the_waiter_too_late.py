"""The future is resolved before the waiter is attached to it.

In the stamps: With two hops the heartbeat sleeps once, and never wakes: nobody waited at the moment at which the
future was resolved.

Read again: Resolving wakes whoever waits at that moment. First wait, then resolve.
"""

FAILS = {
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            future.waiter = None
            if self.loop.hops == 2:
                future.set_result()
                future.waiter = self.step
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
