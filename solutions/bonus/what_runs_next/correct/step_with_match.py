"""`match` on what was yielded, and one method for both ways to wake up."""

class Task:
    def step(self, *_):
        try:
            yielded = self.coro.send(None)
        except StopIteration as end:
            self.set_result(end.value)
            return
        match yielded:
            case None:
                self.loop.call_soon(self.step)
            case Future():
                yielded.add_done_callback(self.step)
            case _:
                raise TypeError(f"a task yielded {yielded!r}")
