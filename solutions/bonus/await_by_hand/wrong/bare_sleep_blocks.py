"""`sleep_without_future` waits in a loop of its own and never yields: nobody else gets a turn.

In a run: The loop does not come back: no other task runs while it sleeps. A real clock would end it, and everybody
would be late by the whole delay.

Read again: Only the loop can let others run, and it has the CPU only when somebody yields. To ask for the time is
no yield.
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
        pass
