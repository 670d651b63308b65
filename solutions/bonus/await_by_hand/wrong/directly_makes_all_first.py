"""All coroutines are made before the first one is awaited.

In a run: The order a a a b is right, but `make` was called three times before `a` ran once.

Read again: One after the other means all of it: the next one is made when the last one has ended. `make` is a
function of somebody else's, who may mind.
"""

FAILS = {
    "await_by_hand_awaits_directly",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    made = [make() for _ in range(times)]
    return [await coroutine for coroutine in made]
