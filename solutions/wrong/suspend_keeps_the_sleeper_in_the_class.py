"""The sleeping task is kept in one place for all tasks.

In the stamps: The demo is right with its single sleeper. With two, the one who fell asleep last is woken twice, and
the other never.

Read again: An attribute of the class, and a global, exist once. Each sleep must know its own task.
"""

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
    "run_lets_exceptions_out",
}


class Task:
    _sleeping = None

    def _suspend(self, delay):
        Task._sleeping = self

        def fire():
            task = Task._sleeping
            task.expired_at = timer.expired_at
            task.fired_at = task.loop.clock
            if task.loop.hops == 2:
                future = Future(task.loop)
                future.waiter = task.step
                future.set_result()
            else:
                task.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
