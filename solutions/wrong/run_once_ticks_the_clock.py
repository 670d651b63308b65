"""Each pass moves the clock by one millisecond.

In the stamps: (1000, 1005, 1205, 1406): every pass costs 1 ms that nobody has burned.

Read again: A pass takes no time. Only the work that it runs moves the clock.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_stamps_the_clock",
    "run_once_looks_at_the_timers_once",
    "run_once_never_moves_the_clock",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
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
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
        self.clock += 1
