"""The callback is called while the timer is being armed, and its result is what the timer gets.

In the stamps: (1000, 0, 0, 200): the task is woken as soon as it falls asleep, and when the timer expires there is a
TypeError, since None is not callable.

Read again: A callback is handed over without its parentheses.
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
        future = Future(self.loop)
        future.waiter = self.step
        timer = None

        def fire():
            self.expired_at = timer.expired_at if timer else self.loop.clock
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire())
