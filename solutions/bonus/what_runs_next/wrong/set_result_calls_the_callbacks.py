"""`set_result` calls who waits, instead of scheduling them: they run in the middle of somebody else's work.

In a run: Whoever waits for `t1` goes on before `t2 2`, in the middle of the last step of `t1`.

Read again: To resolve is to schedule. Whoever says that something is ready has to be able to finish their own work
first.
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
        self.done, self.result = True, result
        for callback in self.callbacks:
            callback(self)
        self.callbacks.clear()
