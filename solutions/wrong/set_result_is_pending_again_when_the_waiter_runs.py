"""The future becomes pending again when its waiter runs.

In the stamps: Nothing, because every sleep makes a future of its own. Who asks later whether it is done hears no.

Read again: Done is about the result, not about the waiter: nobody takes the result back.
"""

FAILS = {
    "set_result_marks_the_future_done",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        waiter, self.waiter = self.waiter, None
        if waiter is not None:

            def wake():
                self.done = False
                waiter()

            self.loop.call_soon(wake)
