"""A pass returns at once when nothing is ready, before it has looked at the timers.

In the stamps: The demo is right, since the hog is always ready. When all are asleep, the clock jumps to the deadline,
the pass returns, and `run` does not come back.

Read again: An empty queue is no reason to leave: the timers are what may fill it.
"""

FAILS = {
    "run_once_expires_what_is_due",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_looks_at_the_timers_once",
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
        if not self.ready:
            return
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
