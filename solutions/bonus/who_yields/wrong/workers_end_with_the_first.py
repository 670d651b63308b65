"""The plain scheduler stops when the first worker has nothing left to do.

In a run: 10 ticks and 34 overlap instead of 31 and 49; where one worker has nothing to do from the start, 0 and 0.

Read again: It goes on as long as anybody has something left. An empty list is a worker who has ended already.
"""

FAILS = {
    "who_yields_schedules_workers",
    "who_yields_both_ways_are_one_schedule",
    "who_yields_figures",
}

def run_workers(tasks: Sequence[Sequence[str]], slots: int = 1) -> tuple[int, int]:
    done = [0] * len(tasks)
    ticks = overlap = 0
    while all(count < len(kinds) for count, kinds in zip(done, tasks, strict=True)):
        free, advanced = slots, 0
        for worker, kinds in enumerate(tasks):
            if done[worker] == len(kinds) or (kinds[done[worker]] == CPU and not free):
                continue
            free -= kinds[done[worker]] == CPU
            done[worker] += 1
            advanced += 1
        ticks += 1
        overlap += advanced - 1
    return ticks, overlap
