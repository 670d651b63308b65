"""It counts its turns instead of asking for the time."""

FAILS = {
    "await_by_hand_bare_sleeps_end_soon",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    for _ in range(int(deadline - loop.time())):
        await sleep(0)
