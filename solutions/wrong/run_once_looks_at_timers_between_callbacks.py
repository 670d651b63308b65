"""Timers are looked at before each callback.

In the stamps: (1000, 1000, 1000, 1200): a timer that comes due in mid-pass is served in the same pass, and the
heartbeat is woken every 1200 ms instead of 1400.

Read again: One pass looks at the heap once. What comes due meanwhile waits for the next pass.
"""

FAILS = {
    "run_once_stamps_the_clock",
    "run_once_looks_at_the_timers_once",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        batch = list(self.ready)
        self.ready.clear()
        while batch or (self.timers and self.timers[0][0] <= self.clock):
            while self.timers and self.timers[0][0] <= self.clock:
                _, _, timer = heapq.heappop(self.timers)
                timer.expired_at = self.clock
                batch.append(timer.callback)
            batch.pop(0)()
