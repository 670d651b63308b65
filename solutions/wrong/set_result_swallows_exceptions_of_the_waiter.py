"""`set_result` schedules a wrapper that swallows every exception of the waiter.

In the stamps: Nothing, until a task raises after a sleep: it vanishes, and the loop goes on as if it had ended.

Read again: A future only brings the waiter back. What the waiter raises is for whoever runs the pass.
"""

FAILS = {
    "set_result_wakes_its_own_waiter",
    "run_lets_exceptions_out",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        waiter = self.waiter

        def wake():
            try:
                waiter()
            except Exception:
                pass

        if waiter is not None:
            self.loop.call_soon(wake)
