"""`run` sets the clock to the horizon when it is over.

In the stamps: All are right. The clock says that the last pass ended on the horizon, although its work went beyond.

Read again: `run` is given. Only work moves the clock, and a jump when nothing is ready.
"""

FAILS = {
    "random_schedules_run_in_the_right_order",
}


class EventLoop:
    def run(self, until):
        while self.clock < until:
            if not self.ready:
                if not self.timers:
                    return
                self.clock = max(self.clock, self.timers[0][0])
            self.run_once()
        self.clock = until
