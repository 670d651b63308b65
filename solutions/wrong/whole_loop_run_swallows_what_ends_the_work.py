"""`run` passes exceptions on, unless nothing is left to do behind them.

In the stamps: Nothing, until a task is the last one there and fails: it looks like one that has come to its end.

Read again: Coming back quietly says that all went well. How much work is left has no part in that.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        while self.clock < until and (self.ready or self.timers):
            if not self.ready:
                self.clock = max(self.clock, self.timers[0][0])
            try:
                self.run_once()
            except Exception:
                if self.ready or self.timers:
                    raise
