"""All sleepers share one future: the first one that is due wakes them all.

In a run: Alone, every sleep is right. Of two at once, of 25 and 12 ms, the longer one wakes together with the
shorter one.

Read again: A future stands for one thing that will happen once. Each sleep is a thing of its own.
"""

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
