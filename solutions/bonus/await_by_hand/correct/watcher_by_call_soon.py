"""The watcher is a callback that queues itself again until the time has come."""

async def sleep_with_watcher(delay):
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    end = loop.time() + delay

    def look():
        if loop.time() < end:
            loop.call_soon(look)
        elif not done.cancelled():
            done.set_result(None)

    look()
    await done
