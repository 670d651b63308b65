"""The watcher's deadline is the delay itself, as if the loop's time began at zero.

In a run: The future is resolved at once, since the loop's time was beyond the delay before the sleep began.

Read again: Where `loop.time()` begins means nothing. A moment is the time now, and the delay on top of it.
"""

FAILS = {
    "await_by_hand_watched_sleeps_are_never_short",
    "await_by_hand_watched_sleeps_end_soon",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline:
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    await future
    await watcher
