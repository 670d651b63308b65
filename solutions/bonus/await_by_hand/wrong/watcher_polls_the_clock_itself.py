"""The sleep with a watcher is the sleep without a future.

In a run: The length is right, but the sleeper itself goes to the loop in every pass: where one takes 5 ms, with 5
bare yields for 25 ms.

Read again: Here two share the work: a watcher, who yields again and again, and a sleeper, who waits for a future
and is not resumed before it is done.
"""

FAILS = {
    "await_by_hand_watched_sleeps_wait_for_a_future",
}

async def sleep_with_watcher(delay):
    await sleep_without_future(delay)
