"""`call_later` keeps the timers sorted with insort, and the due ones are a slice found with bisect."""

import bisect

from .timers import Timer


class EventLoop:
    def call_later(self, delay, callback):
        timer = Timer(self.clock + delay, callback)
        bisect.insort(self.timers, (timer.when, next(self._armed), timer))
        return timer

    def run_once(self):
        until = bisect.bisect_right(self.timers, self.clock, key=lambda entry: entry[0])
        due, self.timers[:] = self.timers[:until], self.timers[until:]
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.call_soon(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
