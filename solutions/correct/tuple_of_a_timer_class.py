"""Timers get an order of their own, and the heap is read through a small view."""

from functools import total_ordering


@total_ordering
class Due:
    """An entry of the heap, compared by deadline and then by number."""

    def __init__(self, entry):
        self.when, self.seq, self.timer = entry

    def __eq__(self, other):
        return (self.when, self.seq) == (other.when, other.seq)

    def __lt__(self, other):
        return (self.when, self.seq) < (other.when, other.seq)

    def expire(self, loop):
        self.timer.expired_at = loop.clock
        loop.ready.append(self.timer.callback)


class EventLoop:
    def run_once(self):
        entries = [Due(entry) for entry in self.timers]
        due = sorted(entry for entry in entries if entry.when <= self.clock)
        self.timers = sorted((entry.when, entry.seq, entry.timer) for entry in entries if entry.when > self.clock)
        for entry in due:
            entry.expire(self)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
