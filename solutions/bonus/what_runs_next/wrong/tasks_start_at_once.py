"""Every task takes its first step in `create_task`, eager or not.

In a run: `t1 1` and `t2 1` come before `main, still running`.

Read again: To make a task is to schedule: its first step waits for its turn. Only an eager one takes it at once.
"""

FAILS = {
    "what_runs_next_starts_tasks_lazily",
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool = False) -> Task:
        task = Task(self, coro)
        task.step()
        return task
