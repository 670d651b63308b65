"""The coroutines are awaited, and their results are thrown away.

In a run: The order is right, a a a b, but the list of results is empty.

Read again: An `await` is an expression. What the coroutine has returned is its value, and it is there only once.
"""

FAILS = {
    "await_by_hand_gives_their_results",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    for _ in range(times):
        await make()
    return []
