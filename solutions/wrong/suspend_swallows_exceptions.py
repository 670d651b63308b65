"""What a task raises after a sleep is swallowed on the way that leads back to it.

In the stamps: Nothing, until a task raises after a sleep: it vanishes, and the loop goes on as if it had ended.

Read again: The timer's callback only brings the task back. What the task raises then is for whoever runs the pass.
"""

FAILS = {
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "run_lets_exceptions_out",
}


class Task:
    def _suspend(self, delay):
        future = Future(self.loop)

        def wake():
            try:
                self.step()
            except Exception:
                pass

        future.waiter = wake

        def fire():
            self.expired_at = timer.expired_at
            self.fired_at = self.loop.clock
            if self.loop.hops == 2:
                future.set_result()
            else:
                wake()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
