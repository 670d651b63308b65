"""The plain scheduler always has one slot.

In a run: With one slot all is right, 31 and 49. With more of them, ticks and overlap stay what they were with one.

Read again: `slots` says how many CPU steps a tick has room for. One is only what it is when nobody says anything.
"""

FAILS = {
    "who_yields_schedules_workers",
    "who_yields_both_ways_are_one_schedule",
}

def run_workers(tasks: Sequence[Sequence[str]], slots: int = 1) -> tuple[int, int]:
    done = [0] * len(tasks)
    ticks = overlap = 0
    while any(count < len(kinds) for count, kinds in zip(done, tasks, strict=True)):
        free, advanced = 1, 0
        for worker, kinds in enumerate(tasks):
            if done[worker] == len(kinds) or (kinds[done[worker]] == CPU and not free):
                continue
            free -= kinds[done[worker]] == CPU
            done[worker] += 1
            advanced += 1
        ticks += 1
        overlap += advanced - 1
    return ticks, overlap
