"""`set_result` schedules a waiter only if it is a plain function.

In the stamps: No task that sleeps with two hops wakes up again: its waiter is a method of the task, and is left out.

Read again: A waiter is whatever can be called without arguments. Whether there is one is the only question.
"""

FAILS = {
    "set_result_does_not_run_the_waiter",
    "set_result_queues_the_waiter_at_the_back",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


import types


class Future:
    def set_result(self):
        if self.done:
            return
        self.done = True
        if isinstance(self.waiter, types.FunctionType):
            self.loop.call_soon(self.waiter)
