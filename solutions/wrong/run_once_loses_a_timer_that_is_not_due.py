"""A timer is taken out of the heap before it is known to be due, and the one that is not gets lost.

In the stamps: No wake at all: the very first pass takes the heartbeat's timer out, sees that it is not due, and drops
it.

Read again: Look first, then take. The first entry of a heap can be read without removing it.
"""

FAILS = {
    "run_once_does_nothing_when_there_is_nothing_to_do",
    "run_once_expires_what_is_due",
    "run_once_expires_in_deadline_order",
    "run_once_stamps_the_clock",
    "run_once_looks_at_the_timers_once",
    "a_pass_of_tasks_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def run_once(self):
        while self.timers:
            when, _, timer = heapq.heappop(self.timers)
            if when > self.clock:
                break
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            self.ready.popleft()()
