"""The watcher resolves the future a little before the time.

In a run: The sleeper waits for its future as it should, but it is awake before its delay is over.

Read again: Not before is the one promise of every sleep. A pass too late is allowed, a moment too early is not.
"""

FAILS = {
    "await_by_hand_watched_sleeps_are_never_short",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline - delay // 4:
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    await future
    await watcher
