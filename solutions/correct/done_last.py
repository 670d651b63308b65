"""`done` is set last, after the waiter was scheduled."""


class Future:
    def set_result(self):
        if not self.done:
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)
            self.done = True
