"""`set_result` runs the waiter at once when the ready queue is empty.

In the stamps: The demo is right as long as the hog is ready. With nobody else around, ran falls into the pass in
which the future was resolved, and the wake does not cost its trip.

Read again: An empty queue is no exception: the rule is one more trip, so that the order never depends on who else is
there.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "a_hog_that_ends",
}


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is None:
            return
        if self.loop.ready:
            self.loop.call_soon(self.waiter)
        else:
            self.waiter()
