"""`set_result` schedules nobody while the waiter of another future runs.

In the stamps: Nothing, while waiters resolve no futures. One that does leaves a waiter behind that never wakes.

Read again: Futures share nothing: whoever calls, and whatever runs at that moment, its own waiter is scheduled.
"""

FAILS = {
    "set_result_wakes_its_own_waiter",
}


class Future:
    busy = False

    def set_result(self):
        if self.done or Future.busy:
            self.done = True
            return
        self.done = True
        if self.waiter is not None:

            def wake():
                Future.busy = True
                try:
                    self.waiter()
                finally:
                    Future.busy = False

            self.loop.call_soon(wake)
