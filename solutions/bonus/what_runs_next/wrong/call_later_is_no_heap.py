"""Timers are put behind each other in the order of arming, whatever their deadlines are.

In a run: Of timers of 30, 20 and 10 ms, armed in this order, none fires before 30.

Read again: `run_once` looks at the front and takes what it finds for the earliest. Something has to keep it there.
"""

FAILS = {
    "what_runs_next_calls_with_arguments",
    "what_runs_next_moves_the_clock",
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Loop:
    def call_later(self, delay: int, callback: Callback, *args: Any) -> None:
        self.armed += 1
        self.timers.append((self.clock + delay, self.armed, callback, args))
