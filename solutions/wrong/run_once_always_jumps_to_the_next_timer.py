"""Each pass moves the clock to the next deadline, also while others are ready.

In the stamps: The stamps of the demo look right, but the hog burns once or twice between ticks instead of seven
times: the time that it needed is skipped.

Read again: Only idle time can be skipped, and only `run` does that. While somebody is ready, time is what they burn.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_stamps_the_clock",
    "run_once_never_moves_the_clock",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "pinned_trace_with_one_hop",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class EventLoop:
    def run_once(self):
        if self.timers:
            self.clock = max(self.clock, self.timers[0][0])
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
