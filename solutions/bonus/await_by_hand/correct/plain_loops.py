"""Lists that are filled in plain `for` loops, and `ensure_future` for the tasks."""

async def await_directly(make, times):
    results = []
    for _ in range(times):
        coroutine = make()
        result = await coroutine
        results.append(result)
    return results


async def await_as_tasks(make, times):
    results = []
    for _ in range(times):
        task = asyncio.ensure_future(make())
        await task
        results.append(task.result())
    return results
