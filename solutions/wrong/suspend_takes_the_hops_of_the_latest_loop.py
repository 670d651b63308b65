"""`hops` is kept in the class, so the loop that was made last decides for all of them.

In the stamps: With one loop all is right. Beside a second loop with other hops, the tasks of the first are woken as
that one's are.

Read again: Each loop has hops of its own, and they do not change once it is made.
"""

FAILS = {
    "suspend_shares_nothing",
}


import itertools
from collections import deque


class EventLoop:
    def __init__(self, hops=2):
        self.clock = 0
        self.ready = deque()
        self.timers = []
        self.trace = []
        EventLoop.hops = hops
        self._armed = itertools.count()
