"""Callbacks and arguments become one callable, with `partial`."""

from functools import partial


class Loop:
    def call_soon(self, callback, *args):
        self.ready.append(partial(callback, *args))

    def call_later(self, delay, callback, *args):
        self.armed += 1
        heappush(self.timers, (self.clock + delay, self.armed, partial(callback, *args)))

    def run_once(self):
        if not self.ready and self.timers:
            self.clock = max(self.clock, self.timers[0][0])
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2])
        batch, self.ready = self.ready, deque()
        for call in batch:
            call()
