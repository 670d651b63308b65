"""`set_result` never marks the future done.

In the stamps: No stamp is wrong, because nobody in the demo asks. The future stays pending for ever, and a second
call wakes its waiter again.

Read again: Done is what resolving means. The waiter is only told about it.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_needs_no_waiter",
    "set_result_schedules_the_waiter_once",
}


class Future:
    def set_result(self):
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
