"""`run` finds the end of its work by an IndexError of the empty heap, and takes every IndexError for it.

In the stamps: They break off where a task raises an IndexError of its own. Any other exception is told.

Read again: A `try` around more than the one thing that may fail catches what was meant for somebody else.
"""

FAILS = {
    "run_lets_exceptions_out",
}


class EventLoop:
    def run(self, until):
        try:
            while self.clock < until:
                if not self.ready:
                    self.clock = max(self.clock, self.timers[0][0])
                self.run_once()
        except IndexError:
            return
