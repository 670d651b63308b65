"""`sleep_without_future` is asyncio's own sleep, with a timer and a future.

In a run: The length is right. But for each sleeper a timer was armed and a future waited for, which is what should
be done without.

Read again: A bare yield arms no timer and makes no future. All that it buys is the next pass; what has to be asked
then?
"""

FAILS = {
    "await_by_hand_bare_sleeps_need_nothing",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    await asyncio.sleep(deadline - loop.time())
