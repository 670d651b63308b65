"""Expired timers are stamped when the batch has run.

In the stamps: (1000, None, 1200, 1400): the callback has run before the stamp was made.

Read again: Stamp, then queue, then run: the callback reads the stamp.
"""

FAILS = {
    "run_once_stamps_the_clock",
    "random_schedules_leave_the_right_trace",
    "pinned_trace_with_two_hops",
    "pinned_trace_with_one_hop",
    "expiry_is_punctual_in_the_demo",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
}


class EventLoop:
    def run_once(self):
        due = []
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            due.append(timer)
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
        for timer in due:
            timer.expired_at = self.clock
