"""`run` keeps the first exception, stops, clears what is left over, and only then raises it, with its cause."""


class Interrupted(Exception):
    pass


class EventLoop:
    def run(self, until):
        failure = None
        while failure is None and self.clock < until and (self.ready or self.timers):
            if not self.ready:
                self.clock = max(self.clock, self.timers[0][0])
            try:
                self.run_once()
            except Exception as error:
                failure = error
        if failure is not None:
            self.ready.clear()
            self.timers.clear()
            raise failure from Interrupted(f"the loop stopped at {self.clock}")
