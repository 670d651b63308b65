"""Timers that have expired go in front of what is ready.

In a run: `call_later 0` comes right behind `main, still running`, before everything that was ready by then.

Read again: What has expired is ready, and no more than that. It stands behind those who were ready before it.
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
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            due.append(heappop(self.timers)[2:])
        self.ready.extendleft(reversed(due))
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
