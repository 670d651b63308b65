"""Whoever awaits a task that is not done is resumed in the next pass as well, and not only at its end.

In a run: The await gives None before the task has ended. When it does end, one step too many is taken: a
RuntimeError.

Read again: A task that is awaited is a future like any other. One callback is left with it, and until that is
called there is nothing to do.
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
            self.set_result(end.value)
        else:
            if isinstance(yielded, Task) and not yielded.done:
                yielded.add_done_callback(self.wake_up)
                yielded.loop.call_soon(self.step)
            elif yielded is None:
                self.loop.call_soon(self.step)
            else:
                yielded.add_done_callback(self.wake_up)
