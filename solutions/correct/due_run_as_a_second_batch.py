"""What was ready runs from one list and the due timers from a second one behind it, both taken before anybody runs."""

import heapq


class EventLoop:
    def run_once(self):
        now = self.clock
        first = [self.ready.popleft() for _ in range(len(self.ready))]
        second = []
        while self.timers and self.timers[0][0] <= now:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = now
            second.append(timer)
        for callback in first:
            callback()
        for timer in second:
            timer.callback()
