"""Expiring a timer sets the clock to its deadline.

In the stamps: The demo is right, because 200 divides 1000. With a hog of 300 time goes back, from 1200 to 1000, and
the hog's work is forgotten.

Read again: Time never goes back, and a pass never moves it.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_never_moves_the_clock",
    "random_schedules_leave_the_right_trace",
    "random_schedules_run_in_the_right_order",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "any_order_of_creation",
    "a_heartbeat_that_works",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            when, _, timer = heapq.heappop(self.timers)
            self.clock = when
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
