"""The waiter is scheduled if anybody else is ready."""


class Future:
    def set_result(self):
        if not self.done and self.waiter is not None and self.loop.ready:
            self.loop.call_soon(self.waiter)
        self.done = True
