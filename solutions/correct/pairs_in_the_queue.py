"""The queue holds pairs of a function and its arguments: `call_soon` makes them and `run_once` takes them apart."""

import heapq


class EventLoop:
    def call_soon(self, callback, *args):
        self.ready.append((callback, args))

    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.call_soon(timer.callback)
        for _ in range(len(self.ready)):
            function, args = self.ready.popleft()
            function(*args)


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        box = []
        box.append(self.loop.call_later(delay, lambda: self._fire(*box)))

    def _fire(self, timer):
        self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
        if self.loop.hops == 2:
            self.loop.call_soon(Task.step, self)
        else:
            Task.step(self)
