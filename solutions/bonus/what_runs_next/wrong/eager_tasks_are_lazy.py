"""An eager task is scheduled like any other one."""

FAILS = {
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool = False) -> Task:
        task = Task(self, coro)
        self.call_soon(task.step)
        return task
