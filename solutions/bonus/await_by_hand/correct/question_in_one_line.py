"""`__await__` is one expression."""

class Question:
    __slots__ = ("text",)

    def __await__(self):
        return (yield self.text)
