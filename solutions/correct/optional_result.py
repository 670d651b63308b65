"""`set_result` takes an optional result, and keeps it."""


class Future:
    _result = None

    def set_result(self, result=None, *, quiet=True):
        if self.done:
            if not quiet:
                raise RuntimeError("done already")
            return
        self._result = result
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)

    def result(self):
        return self._result
