"""A task that has ended is done, but has no result: what its coroutine returned is lost.

In a run: The order is right, but each await of a task gives None.

Read again: What a coroutine returns is in the exception that ends it. And what does a task, which is a future, owe
to those who await it?
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
        except StopIteration:
            self.set_result(None)
        else:
            if yielded is None:
                self.loop.call_soon(self.step)
            else:
                yielded.add_done_callback(self.wake_up)
