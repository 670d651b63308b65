"""Instead of yielding the future, it yields nothing until the future is done: the task is resumed in every pass.

In a run: The waiter goes on before others who waited for the same future. Beside a timer it never ends: somebody is
always ready, so the clock stands still.

Read again: A bare yield says: resume me in the next pass. To wait for something, the loop has to be told what it
is.
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
        while not self.done:
            yield
        return self.result
