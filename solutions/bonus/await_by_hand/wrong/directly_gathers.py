"""The coroutines are gathered, so that each becomes a task, and all run at the same time."""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return await asyncio.gather(*(make() for _ in range(times)))
