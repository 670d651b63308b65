"""The watcher yields once and resolves the future, whatever the time is.

In a run: Every sleep takes the same few passes, whatever its delay is: a short one may be long enough, by luck, a
longer one is not.

Read again: After one turn the moment may not have come. The watcher has to look at the time, and then decide what
to do.
"""

FAILS = {
    "await_by_hand_watched_sleeps_are_never_short",
    "await_by_hand_watched_sleeps_end_soon",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        if loop.time() < deadline:
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    await future
    await watcher
