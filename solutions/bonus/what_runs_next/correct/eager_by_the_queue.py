"""An eager task is queued, taken out again, and run."""

class Loop:
    def create_task(self, coro, eager=False):
        task = Task(self, coro)
        self.call_soon(task.step)
        if eager:
            step, args = self.ready.pop()
            step(*args)
        return task
