"""The clock jumps to the next deadline in every pass, also when there is work: so time passes that nobody waited for.

In a run: Callbacks that were ready at 0 run at 10, which is when the first timer is due.

Read again: Only idle time can be skipped. When is a loop idle?
"""

FAILS = {
    "what_runs_next_calls_with_arguments",
    "what_runs_next_moves_the_clock",
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_schedules_who_waits",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Loop:
    def run_once(self) -> None:
        if self.timers:
            earliest = self.timers[0][0]
            self.clock = max(self.clock, earliest)
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2:])
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
