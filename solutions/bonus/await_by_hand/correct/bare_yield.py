"""The yield to the loop is a generator-based coroutine that yields nothing."""

from types import coroutine


@coroutine
def turn():
    yield


async def sleep_without_future(delay):
    time = asyncio.get_running_loop().time
    began = time()
    while time() - began < delay:
        await turn()
