"""`set_result` leaves the future pending: `done` is never set, or set back at once.

In the stamps: No stamp of the demo is wrong. But nobody ever sees the future done, and each further call schedules
the waiter again.

Read again: A future goes from pending to done, and stays there. The next sleep gets a new one.
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
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
        self.done = False
