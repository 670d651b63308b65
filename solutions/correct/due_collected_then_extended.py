"""The due timers are collected first, and the queue is extended by all of their callbacks at once."""

import heapq


class EventLoop:
    def run_once(self):
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            due.append(heapq.heappop(self.timers)[2])
        for timer in due:
            timer.expired_at = self.clock
        self.ready.extend(timer.callback for timer in due)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
