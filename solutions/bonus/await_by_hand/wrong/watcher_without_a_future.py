"""The sleeper waits for no future: it looks itself, turn by turn, whether the watcher is through.

In a run: The length is right, but the sleeper is resumed in every pass: where one takes 5 ms, with 5 bare yields
for 25 ms.

Read again: Whoever awaits a future is not resumed at all until it is done. Only the watcher has to take turns.
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
            await sleep(0)
        future.set_result(None)

    watcher = asyncio.create_task(watch())
    while not future.done():
        await sleep(0)
    await watcher
