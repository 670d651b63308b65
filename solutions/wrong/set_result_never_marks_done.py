"""`set_result` wakes the waiter and never marks the future done.

In the stamps: No stamp is wrong, because nobody in the demo asks. Whoever looks at `done` sees a future that is
pending for ever.

Read again: Done is what resolving means; the waiter is only told about it. The attribute `done` is part of what is
given, and no other one can stand for it.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_needs_no_waiter",
}


class Future:
    def set_result(self, result=None):
        self._result = result
        if self.waiter is not None:
            waiter, self.waiter = self.waiter, None
            self.loop.call_soon(waiter)
