"""One coroutine awaits the first, and itself for the others."""

async def await_directly(make, times):
    if times == 0:
        return []
    first = await make()
    return [first, *(await await_directly(make, times - 1))]
