"""The clock is set to the deadline of each timer that expires, also of one that is late: it runs backwards.

In a run: All is right as long as no timer is late. Behind a callback that took time, the clock is set back, and
what follows seems to come early.

Read again: A late timer is late. The clock moves when nothing is ready, and it only moves forward.
"""

FAILS = {
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Loop:
    def run_once(self) -> None:
        if not self.ready and self.timers:
            earliest = self.timers[0][0]
            self.clock = max(self.clock, earliest)
        while self.timers and self.timers[0][0] <= self.clock:
            self.clock = self.timers[0][0]
            self.ready.append(heappop(self.timers)[2:])
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
