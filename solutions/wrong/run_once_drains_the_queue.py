"""A pass goes on while anything is ready.

In the stamps: No wake at all: the hog is ready for ever, the first pass never ends, and the timer due at 1000 is
never looked at.

Read again: One pass runs what was ready when it began. What these callbacks schedule belongs to the next pass.
"""

FAILS = {
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
        while self.ready:
            self.ready.popleft()()
