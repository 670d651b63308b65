"""`make` is called once, and its coroutine awaited again and again: it can run only once.

In a run: `a` runs once. Then comes a RuntimeError: a coroutine that was awaited cannot be awaited again.

Read again: A coroutine is one run of an `async def`. For another run, another one has to be made.
"""

FAILS = {
    "await_by_hand_awaits_directly",
    "await_by_hand_gives_their_results",
    "await_by_hand_figures",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    coroutine = make()
    return [await coroutine for _ in range(times)]
