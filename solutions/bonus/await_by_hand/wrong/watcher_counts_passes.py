"""The watcher counts turns and not time: how long a turn takes, nobody knows."""

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
