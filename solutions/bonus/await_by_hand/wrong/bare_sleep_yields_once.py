"""`sleep_without_future` yields to the loop once: that is one pass, and no time.

In a run: Every sleep takes one pass, whatever its delay is, and ends too soon.

Read again: After a yield you are back in the next pass, whenever that is. Has the moment come? If it has not, what
then?
"""

FAILS = {
    "await_by_hand_bare_sleeps_are_never_short",
    "await_by_hand_bare_sleeps_end_soon",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    if loop.time() < deadline:
        await sleep(0)
