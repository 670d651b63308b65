"""The callback that was added last is the first to be scheduled."""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Future:
    def add_done_callback(self, callback: Callback) -> None:
        if self.done:
            self.loop.call_soon(callback, self)
        else:
            self.callbacks.insert(0, callback)
