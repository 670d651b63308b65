"""One timer expires per pass, however many are due.

In a run: A single timer is right. Of several that are due together, each comes a pass later than the one before it.

Read again: How many are due is not known beforehand. When is there none any more?
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
        if self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2:])
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
