"""`sleep_without_future` yields through a task of its own: that is a future again.

In a run: The length is right. But each sleeper has made a task, and waits for a future: the task itself.

Read again: A task is a future, too. Without one, the coroutine that sleeps has to go to the loop by itself.
"""

FAILS = {
    "await_by_hand_bare_sleeps_need_nothing",
}

async def sleep_without_future(delay: float) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + delay
    async def wait() -> None:
        while loop.time() < deadline:
            await sleep(0)

    await asyncio.create_task(wait())
