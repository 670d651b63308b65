"""The callbacks are scheduled through one more callback, so each comes a pass too late.

In a run: Among each other those who wait are in order. But others, who were scheduled after the result, come before
them.

Read again: Count the trips through the queue from the result to whoever waits for it. One is enough.
"""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_starts_eager_tasks_at_once",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Future:
    def set_result(self, result: Any) -> None:
        self.done, self.result = True, result
        for callback in self.callbacks:
            self.loop.call_soon(self.loop.call_soon, callback, self)
        self.callbacks.clear()
