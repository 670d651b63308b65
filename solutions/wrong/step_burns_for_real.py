"""A BURN does not move the loop's clock: it waits for real, or not at all.

In the stamps: After the first idle jump the clock stands at 1000 for ever; the heartbeat's second deadline, 2000,
never comes, and `run` does not end. (Here the wait is a thousand times shorter, so that nobody need wait for it.)

Read again: Time is a number in this loop, and only work moves it. What costs time must be added to that number, and
to nothing else.
"""

import time

FAILS = {
    "step_adds_a_burn_to_the_clock",
    "step_suspends_a_sleeper",
    "step_records_the_wake",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class Task:
    def step(self):
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            time.sleep(ms / 1_000_000)
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(f"unknown command {kind!r}")
