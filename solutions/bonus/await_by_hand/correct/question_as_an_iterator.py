"""The awaitable gives an iterator object of its own, with `send`."""

class Once:
    def __init__(self, value):
        self.value = value
        self.asked = False

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, answer):
        if self.asked:
            raise StopIteration(answer)
        self.asked = True
        return self.value


class Question:
    def __await__(self):
        return Once(self.text)
