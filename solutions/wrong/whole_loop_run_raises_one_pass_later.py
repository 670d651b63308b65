"""`run` makes one more pass before it passes on what a task raised.

In the stamps: At most one row of each task too many, behind the moment of the exception.

Read again: The rest of the pass may still have its turn. But the pass ends with the exception, and then no other
begins.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        failure = None
        while self.clock < until and (self.ready or self.timers or failure):
            if self.timers and not self.ready:
                self.clock = max(self.clock, self.timers[0][0])
            late = failure
            try:
                self.run_once()
            except Exception as error:
                failure = error
            if late is not None:
                raise late
        if failure is not None:
            raise failure
