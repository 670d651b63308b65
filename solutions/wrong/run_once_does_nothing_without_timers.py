"""A pass returns at once when no timer is armed.

In the stamps: Nothing ever runs: the first steps stand in the queue, the clock stays at 0, and `run` does not come
back.

Read again: No timer is no reason to leave: the queue has its own work.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_comes_back",
    "run_once_never_moves_the_clock",
    "run_once_lets_exceptions_out",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        if not self.timers:
            return
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
