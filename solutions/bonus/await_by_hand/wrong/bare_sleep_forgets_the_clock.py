"""A sleep without a future ends when the clock shows the delay, as if the loop's time began at zero."""

FAILS = {
    "await_by_hand_bare_sleeps_are_never_short",
    "await_by_hand_bare_sleeps_end_soon",
    "await_by_hand_bare_sleeps_need_nothing",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = delay
    while loop.time() < deadline:
        await sleep(0)
