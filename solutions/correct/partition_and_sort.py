"""The timer list is rebound to a sorted one, which is a heap as well."""

from operator import itemgetter


class EventLoop:
    def run_once(self):
        in_order = sorted(self.timers, key=itemgetter(0, 1))
        self.timers = [entry for entry in in_order if entry[0] > self.clock]
        for when, _, timer in in_order:
            if when > self.clock:
                break
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
