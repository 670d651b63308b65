"""The arguments of a timer are not kept."""

FAILS = {
    "what_runs_next_calls_with_arguments",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Loop:
    def call_later(self, delay: int, callback: Callback, *args: Any) -> None:
        self.armed += 1
        heappush(self.timers, (self.clock + delay, self.armed, callback, ()))
