"""The two-argument `iter` takes callbacks off the queue until it meets a sentinel that lives in the module."""

import heapq

END = object()


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            when, seq, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        self.ready.append(END)
        for callback in iter(self.ready.popleft, END):
            callback()
