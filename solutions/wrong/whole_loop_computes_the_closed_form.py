"""`run` computes the stamps from a formula, and schedules nothing.

In the stamps: Right for endless hogs beside a heartbeat that was made first. As soon as chunks vary, hogs sleep or
end, or the order of creation differs, every row is wrong; and the hog was resumed twice instead of 35 times.

Read again: The formula describes what a loop does in one special case. It does not run anybody.
"""

FAILS = {
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "hog_burns_between_ticks",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "run_lets_exceptions_out",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def create_task(self, coro, name=None):
        self._tasks = [*getattr(self, "_tasks", []), (coro, name)]
        return Task(self, coro, name)

    def run(self, until):
        first = [(name, *next(coro, ("burn", 0))) for coro, name in self._tasks]
        one_pass = sum(ms for _, kind, ms in first if kind == "burn") or until
        wakes = []
        for name, kind, period in first:
            if kind != "sleep":
                continue
            noticed = -(-period // one_pass) * one_pass
            woken = noticed + self.hops * one_pass
            for number in range(min(until // woken, 1000)):
                start = number * woken
                wakes.append(Wake(name, start + period, start + noticed, start + noticed + one_pass, start + woken))
        self.clock = until
        self.trace.extend(sorted(wakes, key=lambda wake: wake.ran_at))
