"""A pass expires at most eight timers.

In the stamps: With a few tasks all is right. Where more timers are due than that, the rest of them expire one pass
late.

Read again: Every timer whose time has come leaves the heap in this pass, however many they are.
"""

FAILS = {
    "run_once_expires_what_is_due",
}


import heapq


class EventLoop:
    def run_once(self):
        for _ in range(8):
            if self.timers and self.timers[0][0] <= self.clock:
                _, _, timer = heapq.heappop(self.timers)
                timer.expired_at = self.clock
                self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
