"""A second `set_result` raises an error of the module's own."""


class InvalidStateError(Exception):
    """The future is done already."""


class Future:
    def set_result(self):
        if self.done:
            raise InvalidStateError("this future has its result already")
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
