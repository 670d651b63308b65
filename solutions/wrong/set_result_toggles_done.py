"""`set_result` turns `done` round each time it is called.

In the stamps: Nothing, while each future is resolved once. A third call schedules the waiter again.

Read again: Done is not a switch: once a future is done, it stays done.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_schedules_the_waiter_once",
}


class Future:
    def set_result(self):
        self.done = not self.done
        if self.done and self.waiter is not None:
            self.loop.call_soon(self.waiter)
