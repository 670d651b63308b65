"""A pass runs one callback.

In the stamps: The demo is right, since its queue is short. With more tasks the heap is looked at after each callback,
and timers overtake work that was ready before them.

Read again: A pass is one turn for everybody who is ready, not for the first one.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_comes_back",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_two_hops",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "run_lets_exceptions_out",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        if self.ready:
            self.ready.popleft()()
