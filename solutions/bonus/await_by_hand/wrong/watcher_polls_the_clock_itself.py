"""The sleep with a watcher is the sleep without a future."""

FAILS = {
    "await_by_hand_watched_sleeps_wait_for_a_future",
}

async def sleep_with_watcher(delay):
    await sleep_without_future(delay)
