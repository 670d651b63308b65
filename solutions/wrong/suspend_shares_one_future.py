"""All sleeps of all tasks share one future.

In the stamps: One wake (1400), and then nobody is woken any more: the future was resolved, and stays resolved. On
another loop, its waiter lands in the wrong queue.

Read again: A future is done once. Each sleep needs one that is still pending, on its own loop.
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


_future = None


class Task:
    def _suspend(self, delay):
        global _future
        if _future is None:
            _future = Future(self.loop)
        _future.waiter = self.step

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                _future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
