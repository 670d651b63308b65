"""Waiters are scheduled on the first loop that was ever made, as if there were one loop for all.

In the stamps: The first run is right. From the second loop on nobody with two hops is woken: the wakes went to the
queue of a loop that is not running any more.

Read again: Each future knows its loop. A loop that is looked up somewhere else is a global variable.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "set_result_schedules_the_waiter_once",
    "set_result_wakes_its_own_waiter",
    "set_result_in_mid_pass_waits_for_the_next_pass",
    "a_pass_of_tasks_ends",
}


_loop = None


def get_event_loop(loop):
    global _loop
    if _loop is None:
        _loop = loop
    return _loop


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            get_event_loop(self.loop).call_soon(self.waiter)
