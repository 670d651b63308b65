"""The tasks are made by the loop itself, and named."""

async def await_as_tasks(make, times):
    loop = asyncio.get_running_loop()
    results = {}
    for number in range(times):
        results[number] = await loop.create_task(make(), name=f"task {number}")
    return list(results.values())
