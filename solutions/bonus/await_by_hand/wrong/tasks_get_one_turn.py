"""After each task is made, there is one yield to the loop: that is enough for its first step only."""

FAILS = {
    "await_by_hand_awaits_tasks",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    tasks = []
    for _ in range(times):
        tasks.append(asyncio.create_task(make()))
        await sleep(0)
    return [await task for task in tasks]
