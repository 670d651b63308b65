"""The timer is pushed onto the heap by hand, as a pair.

In the stamps: No wake: the pass at 1000 expects three values and finds two.

Read again: The heap's entries have a shape that somebody else relies on. There is a method that arms timers.
"""

import heapq

from .timers import Timer

FAILS = {
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

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        timer = Timer(self.deadline, fire)
        heapq.heappush(self.loop.timers, (self.deadline, timer))
