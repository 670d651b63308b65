"""After a bare yield the task is resumed at once: it never lets the others go first.

In a run: `main, resumed` comes right behind `main, still running`, and `t1 2` right behind `t1 1`: a yield lets
nobody in.

Read again: A step resumes once. What runs next is for the queue to say, in which the next step stands like
everybody's.
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
    def step(self):
        try:
            yielded = self.coro.send(None)
            while yielded is None:
                yielded = self.coro.send(None)
        except StopIteration as end:
            self.set_result(end.value)
        else:
            yielded.add_done_callback(self.wake_up)
