"""Callbacks of a future are lambdas in a list that is swapped for an empty one."""

class Future:
    def set_result(self, result):
        self.result = result
        self.done = True
        waiting, self.callbacks = self.callbacks, []
        for callback in waiting:
            self.loop.call_soon(lambda each=callback: each(self))

    def add_done_callback(self, callback):
        if not self.done:
            self.callbacks.append(callback)
            return
        self.loop.call_soon(lambda: callback(self))
