"""`set_result` marks the future done only if somebody waits.

In the stamps: No stamp is wrong. A future that is resolved before anybody waits stays pending, and its result is
lost.

Read again: Being done and having a waiter are two different things: look at which of the two depends on the other.
"""

FAILS = {
    "set_result_marks_the_future_done",
    "set_result_needs_no_waiter",
}


class Future:
    def set_result(self):
        if self.waiter is None or self.done:
            return
        self.done = True
        self.loop.call_soon(self.waiter)
