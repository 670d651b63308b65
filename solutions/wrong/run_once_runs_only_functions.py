"""A pass runs plain functions, and drops whatever else can be called.

In the stamps: No task ever runs: its step is a method.

Read again: A callback is whatever can be called without arguments. There is no need to ask what it is.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


import heapq
import types


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            callback = self.ready.popleft()
            if isinstance(callback, types.FunctionType):
                callback()
