"""The arguments are not kept: the callback is called without any.

In a run: Callbacks without arguments are right. Whoever waits for a future is woken without it, which ends in a
TypeError.

Read again: A callback is called later, with what was given for it now. Both have to be in the queue.
"""

FAILS = {
    "what_runs_next_calls_with_arguments",
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def call_soon(self, callback: Callback, *args: Any) -> None:
        self.ready.append((callback, args[:0]))
