"""With two hops nobody waits for the future at the moment at which it is resolved, if it is resolved at all.

In the stamps: With two hops the heartbeat sleeps once, and never wakes. With one hop all is right.

Read again: Resolving wakes whoever waits at that moment. Who is it, and since when?
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
