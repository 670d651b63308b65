"""The watcher ends and resolves nothing: the sleeper is never woken.

In a run: The watcher sees the moment come and ends, and the sleeper goes on waiting for a future that nobody will
resolve.

Read again: A future does nothing by itself. Whoever waits for it depends on somebody who says that it is done.
"""

FAILS = {
    "await_by_hand_watched_sleeps_are_never_short",
    "await_by_hand_watched_sleeps_end_soon",
    "await_by_hand_watched_sleeps_wait_for_a_future",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline:
            await sleep(0)
        return

    watcher = asyncio.create_task(watch())
    await future
    await watcher
