"""`set_result` does not schedule a waiter that stands in the ready queue already.

In the stamps: In the demo all is right. Where somebody waits for two futures and both are resolved in one pass, the
waiter runs once instead of twice.

Read again: Each future schedules its own waiter, once. What else stands in the queue is not its business.
"""

FAILS = {
    "set_result_wakes_its_own_waiter",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None and self.waiter not in self.loop.ready:
            self.loop.call_soon(self.waiter)
