"""`sleep_without_future` counts its turns instead of asking for the time.

In a run: Where a pass takes 5 ms, a sleep of 25 ms takes 25 turns: it is long enough, and ends far too late.

Read again: How long a pass takes, nobody knows beforehand. Only `loop.time()` can say whether the moment has come.
"""

FAILS = {
    "await_by_hand_bare_sleeps_end_soon",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    for _ in range(int(deadline - loop.time())):
        await sleep(0)
