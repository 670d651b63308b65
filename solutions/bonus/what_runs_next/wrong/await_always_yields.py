"""Also a future that is done is yielded, which costs a trip through the queue that nobody needs.

In a run: The program of the statement looks right. But whoever awaits a future for a second time lets all others in
the queue go first.

Read again: To await is to wait if there is something to wait for. What is done has its result; who would be waited
for?
"""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Future:
    def __await__(self) -> Generator[Any, Any, Any]:
        yield self
        return self.result
