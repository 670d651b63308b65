"""The timers are partitioned and the rest is made a heap again; the stamp is what the timer was armed for."""

import heapq

MISTAKE = "run_once_stamps_the_deadline"


class EventLoop:
    def run_once(self):
        due = [entry for entry in self.timers if entry[0] <= self.clock]
        self.timers[:] = [entry for entry in self.timers if entry not in due]
        heapq.heapify(self.timers)
        for _, _, timer in sorted(due, key=lambda entry: entry[:2]):
            timer.expired_at = timer.when
            self.ready.append(timer.callback)
        batch = list(self.ready)
        self.ready.clear()
        for callback in batch:
            callback()
