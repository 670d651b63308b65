"""After a bare yield the task goes to the front of the queue, and runs before everybody who was there.

In a run: `main, resumed` comes right behind `main, still running`, and `t1 2` right behind `t1 1`.

Read again: Whoever yields lets the others go first, all who stood in the queue by then. Where does one stand after
that?
"""

FAILS = {
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_starts_tasks_lazily",
    "what_runs_next_schedules_who_waits",
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
            if yielded is None:
                self.loop.ready.appendleft((self.step, ()))
            else:
                yielded.add_done_callback(self.wake_up)
