"""A timer that is due at this very moment does not expire yet: the clock has to be past its deadline.

In a run: A timer of 10 ms fires at 11, and `call_later 0` comes last, at 1 instead of 0.

Read again: Not before its time, says a timer. When the clock shows exactly that time, is it still before?
"""

FAILS = {
    "what_runs_next_calls_with_arguments",
    "what_runs_next_moves_the_clock",
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_schedules_who_waits",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def run_once(self) -> None:
        if not self.ready and self.timers:
            earliest = self.timers[0][0]
            self.clock = max(self.clock, earliest + 1)
        while self.timers and self.timers[0][0] < self.clock:
            self.ready.append(heappop(self.timers)[2:])
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
