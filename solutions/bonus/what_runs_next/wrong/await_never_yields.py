"""The future is not yielded, so that nobody ever waits for it.

In a run: `main, done` comes before `t1 2`: `await t1` does not wait, and gives None.

Read again: Whoever waits has to stop, and a coroutine stops by a yield. By what is yielded the loop learns what it
waits for.
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
        if False:
            yield self
        return self.result
