"""The callback is called at once, and nothing is ever queued.

In a run: `call_soon 1` and both tasks come before `main, still running`, as if to schedule were to call.

Read again: `call_soon` only makes a note for later. `run_once` calls callbacks, and nobody else does.
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

class Loop:
    def call_soon(self, callback: Callback, *args: Any) -> None:
        callback(*args)
