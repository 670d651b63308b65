"""The coroutines are awaited directly: no task is made, so nobody else gets a turn.

In a run: The order is a a a b instead of b a a a.

Read again: An await alone never goes to the loop. What has to stand in the loop's queue, behind b, has to become a
task first.
"""

FAILS = {
    "await_by_hand_awaits_tasks",
    "await_by_hand_figures",
}

async def await_as_tasks(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    return [await make() for _ in range(times)]
