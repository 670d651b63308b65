"""The tasks are made and left alone: nobody waits for them, and nobody has their results.

In a run: The results are three tasks instead of what they return, and `a` runs for the first time when the list has
been given already.

Read again: A task runs by itself, some time. To have what it returns, somebody has to wait for it.
"""

FAILS = {
    "await_by_hand_awaits_tasks",
    "await_by_hand_gives_the_tasks_results",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return [asyncio.create_task(make()) for _ in range(times)]
