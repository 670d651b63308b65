"""`heapq.nsmallest` gives the due timers in order, and a set of their numbers says which ones stay."""

import heapq


class EventLoop:
    def run_once(self):
        count = sum(when <= self.clock for when, *_ in self.timers)
        due = heapq.nsmallest(count, self.timers)
        numbers = {seq for _, seq, _ in due}
        self.timers = [entry for entry in self.timers if entry[1] not in numbers]
        heapq.heapify(self.timers)
        for *_, timer in due:
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
