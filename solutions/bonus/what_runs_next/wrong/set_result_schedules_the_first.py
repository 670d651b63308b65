"""Only the first one who waits is scheduled, as if a future had one waiter.

In a run: With one waiter all is right. Of several, the others are never resumed, and nobody says so.

Read again: Any number may wait for one result, and all of them were promised to be told.
"""

FAILS = {
    "what_runs_next_schedules_who_waits",
    "what_runs_next_gives_results_of_tasks",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
}

class Future:
    def set_result(self, result: Any) -> None:
        self.done, self.result = True, result
        for callback in self.callbacks[:1]:
            self.loop.call_soon(callback, self)
        self.callbacks.clear()
