"""A delay of 0 is taken for `call_soon`: but a timer goes behind what is ready when it expires, not when it is armed.

In a run: `call_later 0` comes right behind `call_soon 1`, instead of behind `main, resumed`.

Read again: A timer of 0 ms is a timer: it waits until a pass looks at the heap. Who is in the queue by then?
"""

FAILS = {
    "what_runs_next_leaves_new_callbacks_to_the_next_pass",
    "what_runs_next_puts_timers_behind_ready_work",
    "what_runs_next_is_what_asyncio_runs",
    "what_runs_next_at_the_time_of_asyncio",
    "what_runs_next_in_the_published_orders",
}

class Loop:
    def call_later(self, delay: int, callback: Callback, *args: Any) -> None:
        if not delay:
            self.call_soon(callback, *args)
            return
        self.armed += 1
        heappush(self.timers, (self.clock + delay, self.armed, callback, args))
