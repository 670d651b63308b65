"""What should be awaited directly goes through the loop as a task."""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return [await asyncio.create_task(make()) for _ in range(times)]
