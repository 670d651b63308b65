"""The callbacks are scheduled from the last to the first.

In a run: With one waiter all is right. Of two who wait for the same future, the second one goes on first.

Read again: Who came first is served first, here as everywhere. In which order do they stand in the list?
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
        for callback in reversed(self.callbacks):
            self.loop.call_soon(callback, self)
        self.callbacks.clear()
