"""`set_result` runs the waiter itself when a timer is due already.

In the stamps: Some wakes come one pass too early: those during which the next timer came due.

Read again: Timers have no say here: whatever is due, the waiter goes to the back of the queue.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            if self.loop.timers and self.loop.timers[0][0] <= self.loop.clock:
                self.waiter()
            else:
                self.loop.call_soon(self.waiter)
