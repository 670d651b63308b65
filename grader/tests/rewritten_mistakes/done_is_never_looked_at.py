"""A list of waiters behind a property; each call schedules all of them."""

MISTAKE = "set_result_schedules_on_every_call"


class Future:
    def __init__(self, loop):
        self.loop = loop
        self.done = False
        self._waiters = []

    @property
    def waiter(self):
        return self._waiters[-1] if self._waiters else None

    @waiter.setter
    def waiter(self, callback):
        self._waiters = [] if callback is None else [callback]

    def set_result(self):
        for callback in self._waiters:
            self.loop.call_soon(callback)
        self.done = True
