"""The sleep is asyncio's own: a timer, not a watcher.

In a run: The length is right, and the sleeper waits for a future; but for each sleeper a timer was armed.

Read again: A timer is no magic: somebody looks at the clock again and again. Here that is the watcher's part, and
it has nothing but bare yields for it.
"""

FAILS = {
    "await_by_hand_watched_sleeps_wait_for_a_future",
}

async def sleep_with_watcher(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    future: asyncio.Future[None] = loop.create_future()

    async def watch() -> None:
        while loop.time() < deadline:
            await asyncio.sleep(delay)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    await future
    await watcher
