"""The future that was yielded is not looked at: the task is resumed in the next pass, done or not.

In a run: A task that waits for a future goes on one pass later, with the result None, as if it had only yielded.

Read again: What was yielded says for what the task waits. Who should bring it back, and when?
"""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Task:
    def step(self) -> None:
        try:
            yielded = self.coro.send(None)
        except StopIteration as end:
            self.set_result(end.value)
        else:
            if yielded is None:
                self.loop.call_soon(self.step)
            else:
                self.loop.call_soon(self.step)
