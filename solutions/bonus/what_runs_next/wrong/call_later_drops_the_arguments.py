"""The arguments of a timer are not kept.

In a run: Timers fire in time, but their callbacks are called with nothing: a sleep ends in a TypeError, since
`set_result` wants a value.

Read again: What was given together belongs together. Who calls the callback later has to find its arguments beside
it.
"""

FAILS = {
    "what_runs_next_calls_with_arguments",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Loop:
    def call_later(self, delay: int, callback: Callback, *args: Any) -> None:
        self.armed += 1
        heappush(self.timers, (self.clock + delay, self.armed, callback, ()))
