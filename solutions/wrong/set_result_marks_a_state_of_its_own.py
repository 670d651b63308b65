"""`set_result` marks its own private state, and leaves `done` False.

In the stamps: No stamp is wrong. Whoever looks at `done`, as the course's contract says, sees a future that is
pending for ever.

Read again: The attribute `done` is part of what is given; asyncio's real futures have a method of that name, ours
have not.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_needs_no_waiter",
}


class Future:
    def set_result(self, result=None):
        if getattr(self, "_state", "PENDING") == "FINISHED":
            return
        self._state = "FINISHED"
        self._result = result
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
