"""There is no future: the sleeper asks for the time itself, again and again."""

FAILS = {
    "await_by_hand_watched_sleeps_wait_for_a_future",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline:
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    while not future.done():
        await sleep(0)
    await watcher
