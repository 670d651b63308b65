"""A bare yield becomes a timer of 0 ms: then the task comes one pass too late, or behind other timers.

In a run: `call_later 0` comes before `main, resumed`, instead of behind it.

Read again: A bare yield asks for the next turn, and not for a time. A timer lies in the heap first, which is looked
at once per pass.
"""

FAILS = {
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_starts_tasks_lazily",
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
            if yielded is None:
                self.loop.call_later(0, self.step)
            else:
                yielded.add_done_callback(self.wake_up)
