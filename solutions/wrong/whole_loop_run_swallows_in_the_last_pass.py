"""`run` passes exceptions on, unless the horizon has been reached meanwhile.

In the stamps: Nothing. An exception of the last pass is gone, those of all the others are told.

Read again: The horizon decides whether another pass begins, not what becomes of one that went wrong.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        while self.clock < until:
            if not self.ready:
                if not self.timers:
                    return
                self.clock = max(self.clock, self.timers[0][0])
            try:
                self.run_once()
            except Exception:
                if self.clock < until:
                    raise
