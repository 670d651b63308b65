"""Pops until the deque complains, in small methods."""

MISTAKE = "run_once_drains_the_queue"


class EventLoop:
    def run_once(self):
        self.ready.extend(self._expired(self.clock))
        while True:
            try:
                callback = self._next_callback()
            except IndexError:
                return
            callback()

    def _expired(self, now):
        due = sorted(entry for entry in self.timers if entry[0] <= now)
        self.timers = sorted(entry for entry in self.timers if entry[0] > now)
        for *_, timer in due:
            timer.expired_at = now
            yield timer.callback

    def _next_callback(self):
        return self.ready.popleft()
