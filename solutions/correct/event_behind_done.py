"""`done` is a property, and what it reads is a threading.Event."""

from threading import Event


class Future:
    def __init__(self, loop):
        self.loop = loop
        self.waiter = None
        self._event = Event()

    @property
    def done(self):
        return self._event.is_set()

    def set_result(self):
        first = not self._event.is_set()
        self._event.set()
        if first and self.waiter is not None:
            self.loop.call_soon(self.waiter)
