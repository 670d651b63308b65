"""The tasks are made and left alone: nobody waits for them, and nobody has their results."""

FAILS = {
    "await_by_hand_awaits_tasks",
    "await_by_hand_gives_the_tasks_results",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return [asyncio.create_task(make()) for _ in range(times)]
