"""`make` is called once, and its coroutine awaited again and again: it can run only once."""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_gives_their_results",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    coroutine = make()
    return [await coroutine for _ in range(times)]
