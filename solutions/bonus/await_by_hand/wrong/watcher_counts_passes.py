"""The watcher counts turns and not time: how long a turn takes, nobody knows.

In a run: Where a pass takes 5 ms, a sleep of 25 ms takes 25 turns: it is long enough, and ends far too late.

Read again: Only `loop.time()` can say whether the moment has come. It has to be asked in each turn.
"""

FAILS = {
    "await_by_hand_watched_sleeps_end_soon",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        for _ in range(int(delay)):
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    await future
    await watcher
