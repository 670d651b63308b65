"""Callbacks of expired timers go in front of the queue, in the right order among themselves.

In the stamps: (1000, 1000, 1000, 1200): fired is 1000 instead of 1200, and the period 1200: half of the lateness is
gone, not all.

Read again: Expired timers join behind what is ready, however late they are.
"""

FAILS = {
    "run_once_expires_in_deadline_order",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
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
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            due.append(timer.callback)
        self.ready.extendleft(reversed(due))
        for _ in range(len(self.ready)):
            self.ready.popleft()()
