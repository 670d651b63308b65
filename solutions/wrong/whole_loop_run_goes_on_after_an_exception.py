"""`run` catches what a task raises, and makes the next pass.

In the stamps: They look as they should, and that is the harm: one task is dead, nobody was told, and the others go
on as if it had come to its end.

Read again: An exception is for whoever started the loop. `run` decides how many passes are made, not what may go
wrong.
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
                pass
