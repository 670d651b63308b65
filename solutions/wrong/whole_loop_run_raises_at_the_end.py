"""`run` keeps what a task raises, and raises it when the horizon is reached.

In the stamps: Rows of the other tasks go on after the moment at which one of them went wrong, as if nothing had been.

Read again: An exception ends what it passes through. Whoever goes on first, and tells later, has worked with the rest
of a loop that is broken.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        failure = None
        while self.clock < until and (self.ready or self.timers):
            if not self.ready:
                self.clock = max(self.clock, self.timers[0][0])
            try:
                self.run_once()
            except Exception as error:
                failure = failure or error
        if failure is not None:
            raise failure
