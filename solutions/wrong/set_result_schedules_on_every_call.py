"""`set_result` schedules the waiter each time it is called.

In the stamps: No stamp of the demo is wrong, since it resolves each future once. Resolve one twice and its task gets
two steps for one wait.

Read again: A future is resolved once. What must a second call find out before it does anything?
"""

FAILS = {
    "set_result_schedules_the_waiter_once",
}


class Future:
    def set_result(self):
        self.done = True
        if self.waiter is not None:
            self.loop.call_soon(self.waiter)
