"""`sleep_without_future` sets its deadline anew in each turn, so it is never reached.

In a run: It never wakes: whenever it looks, the whole delay is still ahead of it. Everybody else goes on as usual.

Read again: The moment is fixed when the sleep begins. What moves is the time.
"""

FAILS = {
    "await_by_hand_bare_sleeps_are_never_short",
    "await_by_hand_bare_sleeps_end_soon",
    "await_by_hand_bare_sleeps_need_nothing",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    while loop.time() < deadline:
        await sleep(0)
        deadline = loop.time() + delay
