"""The coroutines are made and not awaited: calling an `async def` runs nothing.

In a run: `make` is called three times, and `a` never runs. Instead of results there is three times None.

Read again: A coroutine that was made is a call that has not begun. Somebody has to drive it, and inside a coroutine
that is what `await` is for.
"""

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
