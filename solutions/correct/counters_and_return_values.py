"""Every method returns something, and the loop counts what it did with a Counter."""

import heapq


class EventLoop:
    def run_once(self) -> int:
        from collections import Counter

        done = self.__dict__.setdefault("statistics", Counter())
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
            done["expired"] += 1
        count = len(self.ready)
        for _ in range(count):
            self.ready.popleft()()
        done.update(passes=1, callbacks=count)
        return count


class Future:
    def set_result(self):
        if self.done:
            return False
        self.done = True
        if self.waiter is None:
            return False
        self.loop.call_soon(self.waiter)
        return self


class Task:
    def _suspend(self, delay):
        def fire():
            self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
            return future.set_result() if self.loop.hops == 2 else self.step()

        future = Future(self.loop)
        future.waiter = self.step
        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
        return timer
