"""That a future is done is seen by its callbacks: there is no list of them any more."""

class Future:
    def set_result(self, result):
        callbacks, self.callbacks = self.callbacks, None
        self.done = True
        self.result = result
        for callback in callbacks:
            self.loop.call_soon(callback, self)

    def add_done_callback(self, callback):
        if self.callbacks is None:
            self.loop.call_soon(callback, self)
        else:
            self.callbacks += [callback]

    def __await__(self):
        if self.callbacks is not None:
            yield self
        return self.result
