"""A future with callbacks, like the real one (I looked at how asyncio does add_done_callback)."""


class Future:
    def __init__(self, loop):
        self.loop = loop
        self.done = False
        self._callbacks = []

    @property
    def waiter(self):
        return self._callbacks[-1] if self._callbacks else None

    @waiter.setter
    def waiter(self, callback):
        # only one waiter at a time in this course, so replace
        self._callbacks = [] if callback is None else [callback]

    def add_done_callback(self, callback):
        self._callbacks.append(callback)

    def set_result(self, result=None):
        if self.done:
            return
        self.done = True
        self.result = result
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            self.loop.call_soon(callback)

    def __repr__(self):
        return f"<Future done={self.done} callbacks={len(self._callbacks)}>"
