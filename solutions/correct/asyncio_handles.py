"""The queue holds handles, as asyncio's does: objects with a `_run` that cannot be called."""

import heapq


class Handle:
    __slots__ = ("_args", "_callback", "_cancelled")

    def __init__(self, callback, args=()):
        self._callback = callback
        self._args = args
        self._cancelled = False

    def cancel(self):
        self._cancelled = True

    def _run(self):
        if not self._cancelled:
            self._callback(*self._args)


class EventLoop:
    def call_soon(self, callback, *args):
        handle = Handle(callback, args)
        self.ready.append(handle)
        return handle

    def run_once(self):
        end_time = self.clock
        while self.timers:
            if self.timers[0][0] > end_time:
                break
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = end_time
            self.call_soon(timer.callback)
        ntodo = len(self.ready)
        for _i in range(ntodo):
            handle = self.ready.popleft()
            handle._run()
        handle = None  # needed to break cycles when an exception occurs
