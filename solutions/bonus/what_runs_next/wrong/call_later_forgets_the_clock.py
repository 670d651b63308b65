"""The deadline is the delay, as if the clock were always at 0.

In a run: The program of the statement is right, since the clock is at 0 all the time. Later, a timer is overdue
when it is armed, or comes too soon.

Read again: A delay counts from now. What does the loop say that now is?
"""

FAILS = {
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Loop:
    def call_later(self, delay: int, callback: Callback, *args: Any) -> None:
        self.armed += 1
        heappush(self.timers, (delay, self.armed, callback, args))
