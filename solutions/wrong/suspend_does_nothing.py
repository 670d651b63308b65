"""Calling `_suspend` does nothing: it is empty, or an `async def`.

In the stamps: No wake, and no timer is ever armed: whoever goes to sleep is in no queue and on no heap.

Read again: Something must lead back to the task. Calling an `async def` only makes an object; the loop is made of
plain calls, and `await` is what is built upon it.
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
    async def _suspend(self, delay):
        future = Future(self.loop)
        future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
