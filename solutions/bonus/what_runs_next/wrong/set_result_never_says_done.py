"""`done` is not set: whoever awaits the future later waits for ever.

In a run: Who waited before the result is woken, who comes later never is. In the program of the statement `main,
done` never comes.

Read again: A future becomes done, once. By what else could somebody who comes later know?
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
        self.result = result
        for callback in self.callbacks:
            self.loop.call_soon(callback, self)
        self.callbacks.clear()
