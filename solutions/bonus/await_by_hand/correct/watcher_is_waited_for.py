"""A task is a future: the sleeper waits for the watcher itself."""

async def sleep_with_watcher(delay):
    moment = asyncio.get_running_loop().time() + delay
    await asyncio.create_task(sleep_without_future(moment - asyncio.get_running_loop().time()))
