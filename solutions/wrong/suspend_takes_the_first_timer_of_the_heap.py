"""The timer is taken from the front of the heap, in the belief that it is the one just armed.

In the stamps: With one heartbeat all is right. A task that falls asleep while another one is due before it notes the
expiry of that other one's timer.

Read again: What arms a timer also returns it. At the front of the heap stands whichever is due first.
"""

FAILS = {
    "suspend_notes_when_the_timer_expired",
    "random_schedules_leave_the_right_trace",
}


class Task:
    def _suspend(self, delay):
        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                self.loop.call_soon(self.step)
            else:
                self.step()

        self.deadline = self.loop.clock + delay
        self.loop.call_later(delay, fire)
        timer = self.loop.timers[0][2]
