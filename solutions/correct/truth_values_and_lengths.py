"""Futures, tasks and loops have a truth value, a length and an equality of their own."""

import heapq


class EventLoop:
    def __len__(self):
        return len(self.ready) + len(self.timers)

    def __iter__(self):
        return iter(list(self.ready))

    def __eq__(self, other):
        return isinstance(other, EventLoop)

    __hash__ = None

    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for callback in self:
            self.ready.popleft()
            callback()


class Future:
    def __bool__(self):
        return self.done

    def set_result(self):
        if not self:
            self.done = True
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)


class Task:
    def __bool__(self):
        return self.deadline is not None

    def __eq__(self, other):
        return isinstance(other, Task) and self.name == other.name

    __hash__ = None
