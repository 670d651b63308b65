"""A pass takes every IndexError for the end of the queue, also one that a callback raises.

In the stamps: None changes. The mistake of a callback disappears without a word, and the rest of its pass waits.

Read again: What stands between `try` and `except` should be no more than what may raise. An exception of a callback
leaves the pass.
"""

FAILS = {
    "run_once_lets_exceptions_out",
    "run_lets_exceptions_out",
}


import heapq


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            try:
                self.ready.popleft()()
            except IndexError:
                return
