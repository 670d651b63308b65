"""Of two timers with one deadline the last armed one comes first.

In a run: Timers with different deadlines are right. Two with the same one, such as two of 0 ms, come in the wrong
order.

Read again: Among equals the one that was armed first comes first. Which part of an entry decides that, and does it
grow or shrink?
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
        heappush(self.timers, (self.clock + delay, -self.armed, callback, args))
