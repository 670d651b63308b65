"""The coroutines are awaited directly: no task is made, so nobody else gets a turn."""

FAILS = {
    "await_by_hand_awaits_tasks",
    "await_by_hand_figures",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return [await make() for _ in range(times)]
