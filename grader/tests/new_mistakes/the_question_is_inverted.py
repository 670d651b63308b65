"""Only a future that is done already wakes its waiter."""


class Future:
    def set_result(self):
        if not self.done:
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
