"""Sleeps that end at the same time share one timer.

In the stamps: Nothing in the trace. Two sleeps are armed as one timer, and whatever stood between them in the heap
comes behind both.

Read again: Each sleep arms a timer of its own, whoever else is due at that time.
"""

FAILS = {
    "suspend_arms_one_timer",
}


class Task:
    def _suspend(self, delay):
        self.deadline = self.loop.clock + delay
        box = self.loop.__dict__.setdefault("boxes", {})
        old = box.get(self.deadline)
        if old is not None and old[0].expired_at is None:
            old[1].append(self)
            return
        tasks = [self]

        def fire():
            for task in tasks:
                task.expired_at = timer.expired_at
                task.fired_at = task.loop.clock
                if task.loop.hops == 2:
                    task.loop.call_soon(task.step)
                else:
                    task.step()

        timer = self.loop.call_later(delay, fire)
        box[self.deadline] = (timer, tasks)
