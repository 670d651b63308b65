"""The future is done, but what the result is, nobody is told.

In a run: Order and times are right, but every await gives None.

Read again: A future carries something. Where will those who awaited it look for it?
"""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Future:
    def set_result(self, result: Any) -> None:
        self.done = True
        for callback in self.callbacks:
            self.loop.call_soon(callback, self)
        self.callbacks.clear()
