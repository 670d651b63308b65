"""All coroutines are made before the first one is awaited."""

FAILS = {
    "await_by_hand_awaits_directly",
}

async def await_directly(make: Callable[[], Coroutine[Any, Any, Any]], times: int) -> list[Any]:
    made = [make() for _ in range(times)]
    return [await coroutine for coroutine in made]
