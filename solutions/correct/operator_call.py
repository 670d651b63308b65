"""The batch is consumed by `map` with `operator.call`, into a deque that keeps nothing."""

import heapq
import operator
from collections import deque


class EventLoop:
    def run_once(self):
        while self.timers and operator.le(operator.itemgetter(0)(self.timers[0]), self.clock):
            timer = operator.getitem(heapq.heappop(self.timers), -1)
            setattr(timer, "expired_at", self.clock)
            self.ready.append(operator.attrgetter("callback")(timer))
        batch = tuple(self.ready)
        self.ready.clear()
        deque(map(operator.call, batch), maxlen=0)
