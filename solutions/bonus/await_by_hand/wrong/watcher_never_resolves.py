"""The watcher ends and resolves nothing: the sleeper is never woken."""

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
