"""All tasks are made at once, and run at the same time; each should be over before the next one is made."""

FAILS = {
    "await_by_hand_awaits_tasks",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    tasks = [asyncio.create_task(make()) for _ in range(times)]
    return [await task for task in tasks]
