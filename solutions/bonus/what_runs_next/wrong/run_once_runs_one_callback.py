"""A pass runs one callback only, so that the timers are looked at between any two.

In a run: The program of the statement looks right. But a timer that comes due in the middle gets in before what the
rest of the pass schedules.

Read again: A pass is a turn for all who are ready when it begins, not for one of them. Only then are the timers
looked at again.
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
            self.ready.append(heappop(self.timers)[2:])
        if self.ready:
            callback, args = self.ready.popleft()
            callback(*args)
