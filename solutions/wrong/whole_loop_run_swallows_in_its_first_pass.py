"""`run` forgives what is raised in the first pass that it makes, as if tasks had to warm up.

In the stamps: Nothing, unless a task fails in that pass: then its rows are missing from the beginning.

Read again: Each pass is like the others. No exception of any of them is for `run` to catch.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        first = True
        while self.clock < until:
            if not self.ready:
                if not self.timers:
                    return
                self.clock = max(self.clock, self.timers[0][0])
            try:
                self.run_once()
            except Exception:
                if not first:
                    raise
            first = False
