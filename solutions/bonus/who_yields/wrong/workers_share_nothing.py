"""In the plain scheduler every worker does a step in each tick, as if there were a slot for everybody.

In a run: 10 ticks and 70 overlap instead of 31 and 49: as many ticks as the longest list has steps.

Read again: A CPU step needs a slot, in this scheduler too. Whoever gets none has the same step before them in the
next tick.
"""

FAILS = {
    "who_yields_schedules_workers",
    "who_yields_both_ways_are_one_schedule",
    "who_yields_figures",
}

def run_workers(tasks: Sequence[Sequence[str]], slots: int = 1) -> tuple[int, int]:
    done = [0] * len(tasks)
    ticks = overlap = 0
    while any(count < len(kinds) for count, kinds in zip(done, tasks, strict=True)):
        free, advanced = slots, 0
        for worker, kinds in enumerate(tasks):
            if done[worker] == len(kinds):
                continue
            free -= kinds[done[worker]] == CPU
            done[worker] += 1
            advanced += 1
        ticks += 1
        overlap += advanced - 1
    return ticks, overlap
