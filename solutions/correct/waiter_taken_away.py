"""The waiter is taken away when it is scheduled, so a second call finds nobody."""


class Future:
    def set_result(self):
        waiter, self.waiter = self.waiter, None
        self.done = True
        if waiter is not None:
            self.loop.call_soon(waiter)
