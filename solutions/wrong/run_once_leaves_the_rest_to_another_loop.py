"""The callbacks of a pass are kept in the module, and what an exception leaves there runs in the next loop.

In the stamps: The first run is right. After one that ended with an exception, callbacks of that loop run in the first
pass of another one.

Read again: What a pass works on belongs to that pass, or to its loop. What stands in the module exists once, for all
loops.
"""

FAILS = {
    "run_once_lets_exceptions_out",
    "a_pass_of_tasks_ends",
}


import heapq
from collections import deque

_batch = deque()


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        _batch.extend(self.ready)
        self.ready.clear()
        while _batch:
            _batch.popleft()()
