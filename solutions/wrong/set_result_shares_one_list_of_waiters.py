"""All futures share one list of waiters.

In the stamps: The demo is right with its single sleeper. With two, the future that is resolved first wakes everybody
who waits for anything, on whatever loop.

Read again: A list that is made in the class body exists once, for all objects. What belongs to one future is made
when that future is made.
"""

FAILS = {
    "set_result_wakes_its_own_waiter",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "any_order_of_creation",
}


class Future:
    _waiters = []

    def __init__(self, loop):
        self.loop = loop
        self.done = False

    @property
    def waiter(self):
        return self._waiters[-1] if self._waiters else None

    @waiter.setter
    def waiter(self, callback):
        self._waiters.append(callback)

    def set_result(self):
        if self.done:
            return
        self.done = True
        while self._waiters:
            self.loop.call_soon(self._waiters.pop(0))
