"""The pass iterates over the queue while callbacks add to it.

In the stamps: No wake: a RuntimeError at the first burn, since the queue was changed during the iteration.

Read again: Callbacks schedule callbacks. A pass must decide beforehand which ones are its own.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_comes_back",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for callback in self.ready:
            callback()
        self.ready.clear()
