"""`__await__` hands the work to a coroutine, which awaits a generator-based one."""

from types import coroutine


@coroutine
def hand_out(value):
    return (yield value)


async def ask(value):
    return await hand_out(value)


class Question:
    def __await__(self):
        return ask(self.text).__await__()
