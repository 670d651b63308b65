"""The timers are sorted in place on every pass, and taken from the front with pop(0)."""


class EventLoop:
    def run_once(self):
        self.timers.sort(key=lambda entry: entry[:2])
        while self.timers and self.timers[0][0] <= self.clock:
            timer = self.timers.pop(0)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
