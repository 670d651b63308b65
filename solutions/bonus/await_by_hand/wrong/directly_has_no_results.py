"""The coroutines are awaited, and their results are thrown away."""

FAILS = {
    "await_by_hand_gives_their_results",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    for _ in range(times):
        await make()
    return []
