"""A pass runs until nothing is ready, also what was scheduled meanwhile: a timer has to wait for all of it.

In a run: `call_later 0` comes last, behind `main, done`: all before it was one long pass.

Read again: A pass is one turn for those who were there when it began. What they schedule waits until the timers
have been looked at again.
"""

FAILS = {
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def run_once(self) -> None:
        if not self.ready and self.timers:
            earliest = self.timers[0][0]
            self.clock = max(self.clock, earliest)
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2:])
        while self.ready:
            callback, args = self.ready.popleft()
            callback(*args)
