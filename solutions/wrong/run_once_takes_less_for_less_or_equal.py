"""A timer that is due this very millisecond is left for the next pass.

In the stamps: (1000, 1200, 1400, 1600): the pass at 1000 does not see it. When the loop is idle, the clock jumps to
the deadline and the timer still does not expire: `run` does not come back.

Read again: "Not before 1000" is kept at 1000.
"""

FAILS = {
    "run_once_expires_what_is_due",
    "run_once_stamps_the_clock",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "run_lets_exceptions_out",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] < self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
