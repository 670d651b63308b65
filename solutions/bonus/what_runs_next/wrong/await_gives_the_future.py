"""The value of the `await` is the future, not its result.

In a run: The order is right. But `await t1` gives the task itself, and not what its coroutine has returned.

Read again: The value of an await is what `__await__` returns. Whoever awaits wants the result, not the promise of
it.
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
    def __await__(self) -> Generator[Any, Any, Any]:
        if not self.done:
            yield self
        return self
