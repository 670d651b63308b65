"""A lock makes sure that only one caller resolves the future."""

import threading


class Future:
    def __init__(self, loop):
        self.loop = loop
        self.done = False
        self.waiter = None
        self._lock = threading.Lock()

    def set_result(self):
        with self._lock:
            if self.done:
                return
            self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
