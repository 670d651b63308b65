"""The future is written as asyncio's: states, `add_done_callback`, `__schedule_callbacks`, `__await__`, `__del__`."""

_PENDING = "PENDING"
_FINISHED = "FINISHED"


class Future:
    _state = _PENDING
    _result = None
    _asyncio_future_blocking = False

    def __init__(self, loop):
        self.loop = loop
        self._loop = loop
        self._callbacks = []

    def __repr__(self):
        return f"<{self.__class__.__name__} {self._state.lower()}>"

    def __del__(self):
        self._callbacks.clear()

    @property
    def done(self):
        return self._state != _PENDING

    @property
    def waiter(self):
        return next(iter(self._callbacks), None)

    @waiter.setter
    def waiter(self, fn):
        if fn is not None:
            self.add_done_callback(fn)

    def add_done_callback(self, fn, *, context=None):
        self._callbacks.append(fn)

    def __schedule_callbacks(self):
        callbacks = self._callbacks[:]
        if not callbacks:
            return
        self._callbacks[:] = []
        for callback in callbacks:
            self._loop.call_soon(callback)

    def set_result(self, result=None):
        if self._state != _PENDING:
            raise RuntimeError(f"{self._state}: {self!r}")
        self._result = result
        self._state = _FINISHED
        self.__schedule_callbacks()

    def __await__(self):
        if not self.done:
            self._asyncio_future_blocking = True
            yield self
        return self._result

    __iter__ = __await__
