"""Instead of yielding the future, it yields nothing until the future is done: the task is resumed in every pass."""

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
        while not self.done:
            yield
        return self.result
