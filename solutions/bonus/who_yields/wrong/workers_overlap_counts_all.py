"""In the plain scheduler each step counts as overlap, also one that nobody overlapped.

In a run: 80 overlap instead of 49, as many as there are steps: ticks and overlap come to more than that.

Read again: Overlap is what a tick was worth beyond one step. A worker who is alone in its tick overlaps nobody.
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
            if done[worker] == len(kinds) or (kinds[done[worker]] == CPU and not free):
                continue
            free -= kinds[done[worker]] == CPU
            done[worker] += 1
            advanced += 1
        ticks += 1
        overlap += advanced
    return ticks, overlap
