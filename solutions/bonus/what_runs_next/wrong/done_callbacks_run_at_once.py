"""A callback that is added to a future that is done is called at once, and not through the loop."""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Future:
    def add_done_callback(self, callback: Callback) -> None:
        if self.done:
            callback(self)
        else:
            self.callbacks.append(callback)
