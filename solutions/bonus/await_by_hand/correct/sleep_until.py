"""An awaitable of its own yields until the moment has come."""

class Until:
    def __init__(self, moment):
        self.moment = moment

    def __await__(self):
        while asyncio.get_running_loop().time() < self.moment:
            yield


async def sleep_without_future(delay):
    await Until(asyncio.get_running_loop().time() + delay)
