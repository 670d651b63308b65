"""The future becomes done when the waiter runs, one pass after it was resolved.

In the stamps: No stamp is wrong. Right after `set_result` the future still says pending, and a second call in between
schedules a second delivery.

Read again: Resolving happens now; only the waking is put off.
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

        def deliver():
            self.done = True
            if self.waiter is not None:
                self.waiter()

        self.loop.call_soon(deliver)
