"""The queue is cleared after the batch has run, together with what the batch has scheduled.

In the stamps: The hog burns once and is gone; with two hops the heartbeat never wakes, since its waiter is cleared
away.

Read again: Take the batch out before you run it. What is in the queue afterwards is new.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_comes_back",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for callback in list(self.ready):
            callback()
        self.ready.clear()
