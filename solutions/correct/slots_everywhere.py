"""All three classes have `__slots__` and no `__dict__`."""


class Future:
    __slots__ = ("__weakref__", "done", "loop", "waiter")

    def set_result(self):
        if not self.done:
            self.done = True
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)


class Task:
    __slots__ = ("coro", "deadline", "expired_at", "fired_at", "loop", "name")


class EventLoop:
    __slots__ = ("_armed", "clock", "hops", "ready", "timers", "trace")
