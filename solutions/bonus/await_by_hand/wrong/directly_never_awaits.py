"""The coroutines are made and not awaited: calling an `async def` runs nothing."""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_gives_their_results",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    made = [make() for _ in range(times)]
    for coroutine in made:
        coroutine.close()
    return [None for _ in made]
