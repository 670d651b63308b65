"""The future keeps a list of callbacks, and `waiter` is a property that puts one into it."""


class Future:
    def __init__(self, loop):
        self.loop = loop
        self.done = False
        self._callbacks = []

    @property
    def waiter(self):
        return self._callbacks[0] if self._callbacks else None

    @waiter.setter
    def waiter(self, callback):
        self._callbacks = [] if callback is None else [callback]

    def set_result(self):
        if self.done:
            return
        self.done = True
        for callback in self._callbacks:
            self.loop.call_soon(callback)
        self._callbacks.clear()
