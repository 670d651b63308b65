"""Timers are armed on the first loop that was ever used, as if there were one loop for all.

In the stamps: The first run is right. From the second loop on no task wakes: its timer hangs in a loop that is not
running.

Read again: A task knows the loop that it belongs to.
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
}


_loop = None


class Task:
    def _suspend(self, delay):
        global _loop
        if _loop is None:
            _loop = self.loop
        loop = _loop
        future = Future(loop)
        future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = loop.clock
            if loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = loop.clock + delay
        timer = loop.call_later(delay, fire)
