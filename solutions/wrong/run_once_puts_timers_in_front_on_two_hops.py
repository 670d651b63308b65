"""On a loop of two hops, callbacks of expired timers go in front of the queue.

In the stamps: With two hops 1200 where 1400 belongs: the callback jumps the queue.

Read again: The hops are no business of the pass: expired timers stand behind what is ready on every loop.
"""

FAILS = {
    "run_once_expires_in_deadline_order",
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
        if self.hops == 2:
            self.ready.extendleft(reversed(due))
        else:
            self.ready.extend(due)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
