"""Imports inside functions, of modules that a toy loop does not need."""

import heapq


class EventLoop:
    def run_once(self):
        import inspect
        import json
        from datetime import timedelta
        from decimal import Decimal
        from fractions import Fraction
        from statistics import fmean

        while self.timers and Decimal(self.timers[0][0]) <= Fraction(self.clock):
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = int(timedelta(milliseconds=self.clock) / timedelta(milliseconds=1))
            self.ready.append(timer.callback)
        self.mean_length = fmean([len(self.ready), getattr(self, "mean_length", 0)])
        self.status = json.dumps({"clock": self.clock, "ready": len(self.ready)})
        for _ in range(len(self.ready)):
            callback = self.ready.popleft()
            assert callable(callback) and not inspect.iscoroutinefunction(callback)
            callback()


class Task:
    def _suspend(self, delay):
        import asyncio  # for the name of its error only
        import copy
        import uuid

        self.sleep_id = uuid.UUID(int=delay)
        self.deadline = copy.copy(self.loop.clock) + delay
        if self.loop.hops not in (1, 2):
            raise asyncio.InvalidStateError(self.loop.hops)

        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        timer = self.loop.call_later(delay, fire)
