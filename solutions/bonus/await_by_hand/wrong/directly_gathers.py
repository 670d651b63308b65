"""The coroutines are gathered, so that each becomes a task, and all run at the same time.

In a run: The order is b a a a instead of a a a b, and all three are made before the first one runs.

Read again: `gather` makes a task of whatever it is given. An await by itself makes none: it runs the coroutine here
and now.
"""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return await asyncio.gather(*(make() for _ in range(times)))
