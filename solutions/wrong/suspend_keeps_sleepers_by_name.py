"""The loop keeps its sleepers by their names.

In the stamps: In the demo all is right. Of two tasks with the same name that sleep at the same time, one wakes with
the stamps of the other.

Read again: Sleeps share nothing. Nobody has said that names are unique, or that each task has one.
"""

FAILS = {
    "suspend_shares_nothing",
}


class Task:
    def _suspend(self, delay):
        sleeping = self.loop.__dict__.setdefault("sleeping", {})

        def fire():
            self.deadline, timer = sleeping[self.name]
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        sleeping[self.name] = self.loop.clock + delay, self.loop.call_later(delay, fire)
