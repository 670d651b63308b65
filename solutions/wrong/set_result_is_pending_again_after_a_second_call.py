"""A second `set_result` makes the future pending again.

In the stamps: Nothing, while each future is resolved once. Who asks a future that was resolved twice hears that it is
not done.

Read again: A second call changes nothing any more: it may be silent, or it may raise.
"""

FAILS = {
    "set_result_marks_the_future_done",
}


class Future:
    def set_result(self):
        if self.done:
            self.done = False
            self.waiter = None
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
