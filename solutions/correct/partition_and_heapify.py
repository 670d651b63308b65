"""The timer list is rebound: a partition into due and not due, and the rest is made a heap again."""

import heapq


class EventLoop:
    def run_once(self):
        due = sorted(entry for entry in self.timers if entry[0] <= self.clock)
        self.timers = [entry for entry in self.timers if entry[0] > self.clock]
        heapq.heapify(self.timers)
        for _, _, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
