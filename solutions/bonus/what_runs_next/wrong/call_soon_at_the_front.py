"""A callback goes to the front of the ready queue: last in, first out.

In a run: `main, resumed` comes right behind `main, still running`, and `call_soon 1` only behind `main, done`.

Read again: First in, first out, so that everybody comes to their turn: at one end of the queue one goes in, at the
other one out.
"""

FAILS = {
    "what_runs_next_calls_with_arguments",
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

class Loop:
    def call_soon(self, callback: Callback, *args: Any) -> None:
        self.ready.appendleft((callback, args))
