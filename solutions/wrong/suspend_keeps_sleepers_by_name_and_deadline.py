"""The loop keeps its sleepers by name and deadline.

In the stamps: Of two tasks with one name that are due at once, one is woken twice, and the other one never.

Read again: A name is no identity, and a deadline is none: let the callback of a timer know its own task.
"""

FAILS = {
    "suspend_shares_nothing",
}


class Task:
    def _suspend(self, delay):
        table = self.loop.__dict__.setdefault("sleepers", {})
        key = (self.name, self.loop.clock + delay)
        table[key] = self

        def fire():
            task = table.get(key)
            task.expired_at = timer.expired_at
            task.fired_at = task.loop.clock
            if task.loop.hops == 2:
                task.loop.call_soon(task.step)
            else:
                task.step()

        self.deadline = self.loop.clock + delay
        timer = self.loop.call_later(delay, fire)
