"""The timers are looked at at the end of a pass: nothing happens between that and the next one."""

class Loop:
    def run_once(self):
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
        if not self.ready and self.timers:
            self.clock = max(self.clock, self.timers[0][0])
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2:])
