"""The timers are a list that is kept in order; `sorted` is stable, so equal deadlines need no number."""

class Loop:
    def call_later(self, delay, callback, *args):
        self.timers = sorted([*self.timers, (self.clock + delay, callback, args)], key=lambda timer: timer[0])

    def run_once(self):
        if not self.ready and self.timers:
            self.clock = max(self.clock, self.timers[0][0])
        due = [timer for timer in self.timers if timer[0] <= self.clock]
        self.timers = self.timers[len(due) :]
        self.ready.extend((callback, args) for _, callback, args in due)
        for callback, args in [self.ready.popleft() for _ in range(len(self.ready))]:
            callback(*args)
