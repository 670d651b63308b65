"""All sleepers share one future: the first one that is due wakes them all."""

FAILS = {
    "await_by_hand_watched_sleeps_are_never_short",
    "await_by_hand_watched_sleeps_end_soon",
}

shared = {}


async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    future = shared.get(loop)
    if future is None or future.done():
        future = shared[loop] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline:
            await sleep(0)
        if not future.done():
            future.set_result(None)

    asyncio.create_task(watch())
    await future
