"""After each task is made, there is one yield to the loop: that is enough for its first step only.

In a run: All is right as long as `a` never yields. When it does, the second task is made while the first one is
still at work.

Read again: One yield to the loop is one turn for everybody. How many turns a task takes is its own business; who
waits for it waits for all of them.
"""

FAILS = {
    "await_by_hand_awaits_tasks",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    tasks = []
    for _ in range(times):
        tasks.append(asyncio.create_task(make()))
        await sleep(0)
    return [await task for task in tasks]
