"""The deadline is kept in one place for all tasks.

In the stamps: The demo is right with its single sleeper. With two, asked is the deadline of the one who fell asleep
last.

Read again: A default argument is made once, when the function is defined; an attribute of the class and a global
exist once, too. What belongs to one sleep must be made anew in each call.
"""

FAILS = {
    "suspend_counts_from_now",
    "suspend_shares_nothing",
    "random_schedules_leave_the_right_trace",
}


class Task:
    def _suspend(self, delay, sleep={}):
        future = Future(self.loop)
        future.waiter = self.step
        sleep["deadline"] = self.loop.clock + delay

        def fire():
            self.deadline = sleep["deadline"]
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                self.step()

        timer = self.loop.call_later(delay, fire)
