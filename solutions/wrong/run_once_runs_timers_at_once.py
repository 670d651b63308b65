"""Callbacks of expired timers run at once, while the heap is being looked at.

In the stamps: (1000, 1000, 1000, 1200): fired equals expired in every row, and the period is 1200 instead of 1400.

Read again: To expire is to join the queue. Running comes later, in turn.
"""

FAILS = {
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_expires_in_deadline_order",
    "run_once_stamps_the_clock",
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
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            timer.callback()
        for _ in range(len(self.ready)):
            self.ready.popleft()()
