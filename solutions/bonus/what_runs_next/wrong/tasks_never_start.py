"""A task is made and left alone: its first step is never scheduled, unless it is eager.

In a run: Neither `t1 1` nor `t2 1` ever comes, and behind `main, resumed` the program waits for ever.

Read again: A coroutine does nothing by itself. Its first step has to stand where all callbacks stand.
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
        if eager:
            task.step()
        elif not self.ready and not self.timers:
            self.call_soon(task.step)
        return task
