"""The sleep is asyncio's own, with a timer and a future."""

FAILS = {
    "await_by_hand_bare_sleeps_need_nothing",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    await asyncio.sleep(deadline - loop.time())
