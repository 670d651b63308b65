"""Callbacks are taken from the end of the queue where they are put in.

In the stamps: The hog runs for ever: 36 burns and not one wake. The heartbeat does not even take its first step.

Read again: A queue is first in, first out. Taking from the end where others join is a stack.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_comes_back",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.pop()()
