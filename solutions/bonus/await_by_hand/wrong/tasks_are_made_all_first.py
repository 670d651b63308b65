"""All tasks are made at once, and run at the same time; each should be over before the next one is made.

In a run: The order is b a a a, as it should be; but all three are made before the first `a`, and if `a` yields, the
three of them are mixed.

Read again: One after the other: a task is made and waited for, and only then comes the next one.
"""

FAILS = {
    "await_by_hand_awaits_tasks",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    tasks = [asyncio.create_task(make()) for _ in range(times)]
    return [await task for task in tasks]
