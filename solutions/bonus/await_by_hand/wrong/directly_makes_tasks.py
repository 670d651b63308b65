"""What should be awaited directly goes through the loop as a task.

In a run: The order is b a a a instead of a a a b: the task that waited for its turn comes first.

Read again: To make a task and to await are two things. The loop notices an await only when something inside is
yielded.
"""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return [await asyncio.create_task(make()) for _ in range(times)]
