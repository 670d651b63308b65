"""An eager task is scheduled like any other one.

In a run: The first line of an eager task comes behind what `main` says next, and one that never yields is not done
when `create_task` has returned.

Read again: Eager means that the first step is taken inside `create_task`. What comes after it is as for any other
task.
"""

FAILS = {
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool = False) -> Task:
        task = Task(self, coro)
        self.call_soon(task.step)
        return task
