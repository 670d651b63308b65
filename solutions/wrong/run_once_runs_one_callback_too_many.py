"""A pass runs one callback more than were ready.

In the stamps: (1000, 1200, 1400, 1600) instead of (1000, 1000, 1200, 1400): somebody gets a second turn in each pass,
and the heap is looked at one chunk late.

Read again: How many callbacks were ready when the pass began? What comes later is not counted.
"""

FAILS = {
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_comes_back",
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
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready) + 1):
            if self.ready:
                self.ready.popleft()()
