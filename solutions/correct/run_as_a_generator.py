"""`run` exhausts a generator that makes one pass per item, around which a context manager notes that the loop runs."""

from contextlib import contextmanager


class EventLoop:
    running = False

    @contextmanager
    def _marked(self):
        self.running = True
        try:
            yield
        finally:
            self.running = False

    def _passes(self, until):
        while self.clock < until and (self.ready or self.timers):
            self.clock = self.clock if self.ready else max(self.clock, self.timers[0][0])
            yield self.run_once()

    def run(self, until):
        with self._marked():
            for _ in self._passes(until):
                pass
