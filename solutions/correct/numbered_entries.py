"""Each entry of the queue knows the pass it belongs to: `call_soon` numbers it, and a pass ends at a later number."""

import heapq


class Numbered:
    """A callback with the number of the pass in which it was queued."""

    def __init__(self, number, callback):
        self.number = number
        self.callback = callback

    def __call__(self):
        return self.callback()


class EventLoop:
    passes = 0

    def call_soon(self, callback):
        self.ready.append(Numbered(self.passes, callback))

    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.call_soon(timer.callback)
        self.passes += 1
        while self.ready and self.ready[0].number < self.passes:
            self.ready.popleft()()
