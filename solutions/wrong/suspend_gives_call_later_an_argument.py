"""`call_later` is given an argument for the callback, as asyncio's would take it.

In the stamps: No wake: the first sleep is a TypeError.

Read again: This loop's `call_later` takes a delay and a callable without arguments. Read what is given before you use
it.
"""

FAILS = {
    "suspend_arms_the_timer_itself",
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        self._timer = self.loop.call_later(delay, self._fire, delay)

    def _fire(self, delay):
        self.expired_at = self._timer.expired_at
        self.fired_at = self.loop.clock
        if self.loop.hops == 2:
            self.loop.call_soon(self.step)
        else:
            self.step()
