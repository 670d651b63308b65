"""Timers are looked at only when nothing is ready: a busy loop never comes to them.

In a run: `call_later 0` comes last, behind `main, done`: before that, somebody was always ready.

Read again: To look at the timers belongs to every pass. What is due stands in the queue like others, and need not
wait until it is empty.
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
        while not self.ready and self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[2:])
        for _ in range(len(self.ready)):
            callback, args = self.ready.popleft()
            callback(*args)
