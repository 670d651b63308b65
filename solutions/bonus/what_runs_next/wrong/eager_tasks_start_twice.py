"""An eager task takes its first step at once, and is scheduled as well: so it takes two steps for one.

In a run: The order looks right at first. Then a step too many resumes a coroutine that has ended: a RuntimeError.

Read again: When its first step is over, a task has seen to its next one itself: it is in the queue, or somebody
will wake it. Who else needs to?
"""

FAILS = {
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def create_task(self, coro: Coroutine[Any, Any, Any], eager: bool = False) -> Task:
        task = Task(self, coro)
        if eager:
            task.step()
            if not task.done:
                self.call_soon(task.step)
        else:
            self.call_soon(task.step)
        return task
