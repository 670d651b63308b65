"""A callback that is added to a future that is done is kept, and nobody will ever schedule it.

In a run: What was added before the result runs, and what is added after it never does.

Read again: Nobody will look at `callbacks` a second time. If the result is there when somebody comes, what is left
to wait for?
"""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Future:
    def add_done_callback(self, callback: Callback) -> None:
        self.callbacks.append(callback)
