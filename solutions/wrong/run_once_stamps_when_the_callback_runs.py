"""expired is stamped when the timer's callback runs.

In the stamps: (1000, 1200, 1200, 1400) instead of (1000, 1000, 1200, 1400): the heap looks late, and the wait behind
the hog disappears.

Read again: The timer expires when the pass finds it due. Its callback runs later, behind what is ready.
"""

from functools import partial

FAILS = {
    "run_once_stamps_the_clock",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class EventLoop:
    def run_once(self):
        def fire(timer):
            timer.expired_at = self.clock
            timer.callback()

        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            self.ready.append(partial(fire, timer))
        for _ in range(len(self.ready)):
            self.ready.popleft()()
