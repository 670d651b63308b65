"""The heap as a stream of due timers; the batch is swapped for a fresh deque."""

import heapq
from collections import deque

MISTAKE = "run_once_takes_less_for_less_or_equal"


class EventLoop:
    def run_once(self):
        while (first := next(iter(self.timers), None)) is not None:
            when, _number, timer = first
            if not when < self.clock:
                break
            heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.call_soon(timer.callback)
        batch, self.ready = self.ready, deque()
        for callback in batch:
            callback()
