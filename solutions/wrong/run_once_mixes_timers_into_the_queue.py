"""Callbacks of expired timers are inserted at the second place of the queue.

In the stamps: The demo is right, since its queue holds one callback. With more, they overtake all but one, and run in
reverse order.

Read again: The back of the queue has no fixed number.
"""

FAILS = {
    "run_once_expires_in_deadline_order",
    "run_once_keeps_equal_deadlines_in_order",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
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
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.insert(1, timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
