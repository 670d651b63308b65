"""A task that has ended is never done: whoever awaits it waits for ever.

In a run: `main, done` never comes: `await t1` waits for a task that has ended and does not say so.

Read again: A task is a future. Its end is a result, and those who wait for it learn of it as with any other future.
"""

FAILS = {
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Task:
    def step(self) -> None:
        try:
            yielded = self.coro.send(None)
        except StopIteration as end:
            self.result = end.value
        else:
            if yielded is None:
                self.loop.call_soon(self.step)
            else:
                yielded.add_done_callback(self.wake_up)
