"""The watchers are kept in a set until they are done, and take themselves out."""

watchers = set()


async def sleep_with_watcher(delay):
    loop = asyncio.get_running_loop()
    future = asyncio.Future()

    async def watch(until):
        while True:
            if loop.time() >= until:
                if not future.done():
                    future.set_result(True)
                return
            await sleep(0)

    watcher = loop.create_task(watch(loop.time() + delay))
    watchers.add(watcher)
    watcher.add_done_callback(watchers.discard)
    await future
