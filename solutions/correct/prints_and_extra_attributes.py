"""Prints everywhere, and extra attributes on everything that can carry one."""

import heapq
import sys


class EventLoop:
    def run_once(self):
        self.passes = getattr(self, "passes", 0) + 1
        print(f"--- pass {self.passes} at {self.clock} ---", flush=True)
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            timer.found_by_pass = self.passes
            self.ready.append(timer.callback)
            print("expired", timer, file=sys.stderr)
        self.last_batch = list(self.ready)
        for _ in range(len(self.ready)):
            self.current = self.ready.popleft()
            self.current()
        self.current = None


class Future:
    def set_result(self):
        print("set_result", vars(self).keys())
        self.calls = getattr(self, "calls", 0) + 1
        if self.calls == 1 and self.waiter:
            self.resolved_at = self.loop.clock
            self.loop.call_soon(self.waiter)
        self.done = True
