"""`set_result` puts its waiter into the queue without asking whether there is one.

In the stamps: The demo is right, since there somebody always waits. Without a waiter, None stands in the queue, and
the pass that calls it ends in a TypeError.

Read again: A future that nobody waits for is no error. There is just nothing to schedule.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_needs_no_waiter",
    "set_result_schedules_the_waiter_once",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        self.loop.call_soon(self.waiter)
