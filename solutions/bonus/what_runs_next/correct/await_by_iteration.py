"""`__await__` gives an iterator object, and not a generator."""

class Waiting:
    def __init__(self, future):
        self.future = future

    def __iter__(self):
        return self

    def __next__(self):
        if self.future.done:
            raise StopIteration(self.future.result)
        return self.future


class Future:
    def __await__(self):
        return Waiting(self)
