"""A pass is made of three helpers."""

class Loop:
    def run_once(self):
        self._wait()
        self._expire()
        self._run(len(self.ready))

    def _wait(self):
        if not self.ready and self.timers:
            first = min(timer[0] for timer in self.timers)
            self.clock = first if first > self.clock else self.clock

    def _expire(self):
        while self.timers and not self.timers[0][0] > self.clock:
            _, _, callback, args = heappop(self.timers)
            self.call_soon(callback, *args)

    def _run(self, count):
        for callback, args in [self.ready.popleft() for _ in range(count)]:
            callback(*args)
