"""A callback that is added to a future that is done is called at once, and not through the loop.

In a run: It runs in the middle of whoever added it: before all who stood in the queue, and before those who had
waited for the result.

Read again: Everything goes through one queue, also what could run at once. `run_once` calls callbacks, and nobody
else does.
"""

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
