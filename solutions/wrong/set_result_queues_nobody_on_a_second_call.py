"""A second `set_result` queues the waiter that has been taken away, which is None.

In the stamps: Nothing, while each future is resolved once. After a second call a pass stumbles over None.

Read again: Look at `done` first: on a future that is done there is nothing left to schedule, with a waiter or
without.
"""

FAILS = {
    "set_result_schedules_the_waiter_once",
}


class Future:
    def set_result(self):
        if self.done and self.waiter is None:
            self.loop.call_soon(None)
            return
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
