"""Timers are looked at after the batch, instead of before it.

In the stamps: The demo is right, because its passes follow each other at once. But a pass over an idle loop only
queues what is due, and its callbacks run one pass late; timers that come due in mid-pass expire in it.

Read again: First the timers, then the batch: what is due now runs in this pass.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_stamps_the_clock",
    "run_once_puts_timers_behind_ready_work",
    "run_once_looks_at_the_timers_once",
    "run_once_lets_exceptions_out",
    "a_hog_that_ends",
}


class EventLoop:
    def run_once(self):
        for _ in range(len(self.ready)):
            self.ready.popleft()()
        while self.timers and self.timers[0][0] <= self.clock:
            _, _, timer = heapq.heappop(self.timers)
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
