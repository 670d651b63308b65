"""`set_result` arms a timer of 0 ms for the waiter instead of queueing it.

In the stamps: The demo looks right. As soon as something else is queued after the future was resolved, that runs
first: the waiter comes in behind it, when the heap is looked at.

Read again: A timer is for waiting. What can run now belongs into the ready queue at once, where its place is kept.
"""

FAILS = {
    "set_result_queues_the_waiter_at_the_back",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "random_schedules_leave_the_right_trace",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_later(0, self.waiter)
