"""The timer is appended to the list of timers, past the heap.

In the stamps: The demo is right with its single timer. With several, an early deadline hides behind a late one: it is
noticed only when the late one is.

Read again: A heap is a list in a certain order. Who appends to it by hand destroys that order; there is a method that
arms timers.
"""

from .timers import Timer

FAILS = {
    "suspend_arms_one_timer",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
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
        self.loop.timers.append((self.deadline, next(self.loop._armed), timer))
