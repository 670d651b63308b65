"""A timer is popped before it is looked at, and pushed back when it was too early."""

import heapq


class EventLoop:
    def run_once(self):
        while True:
            try:
                entry = heapq.heappop(self.timers)
            except IndexError:
                break
            if entry[0] > self.clock:
                heapq.heappush(self.timers, entry)
                break
            entry[2].expired_at = self.clock
            self.ready.append(entry[2].callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
