"""A sleep without a future ends when the clock shows the delay, as if the loop's time began at zero.

In a run: It does not sleep at all: the loop's time was beyond the delay before it began, and there is not one
yield.

Read again: Where `loop.time()` begins means nothing. A moment is the time now, and the delay on top of it.
"""

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
