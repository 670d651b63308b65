"""expired is stamped with the deadline instead of the clock.

In the stamps: The demo is right, because 200 divides 1000. With a hog of 300, the timer due at 1000 is noticed at
1200, and this trace says 1000.

Read again: A stamp says when something happened, and not when it should have.
"""

FAILS = {
    "run_once_stamps_the_clock",
    "random_schedules_leave_the_right_trace",
    "closed_form_gives_all_four_stamps",
    "a_heartbeat_that_works",
}


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            when, _, timer = heapq.heappop(self.timers)
            timer.expired_at = when
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
