"""`run` takes an exception of a task for the end of the work.

In the stamps: They break off in the middle, and nothing says why: the heartbeat has no rows after the moment at
which some other task went wrong.

Read again: Coming back means that the horizon was reached or that there was nothing left to do. Whatever else ends a
loop has to be seen by its caller.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        try:
            while self.clock < until and (self.ready or self.timers):
                if not self.ready:
                    self.clock = max(self.clock, self.timers[0][0])
                self.run_once()
        except Exception as error:
            print("the loop has stopped:", error)
