"""The slots of the plain scheduler are not given back after a tick, but when a worker has ended.

In a run: 53 ticks and 27 overlap instead of 31 and 49: whoever had a slot first keeps the others from theirs.

Read again: A slot is for one step in one tick. When the next tick begins, all of them are free.
"""

FAILS = {
    "who_yields_schedules_workers",
    "who_yields_both_ways_are_one_schedule",
    "who_yields_figures",
}

def run_workers(tasks: Sequence[Sequence[str]], slots: int = 1) -> tuple[int, int]:
    done = [0] * len(tasks)
    ticks = overlap = 0
    holders = set()
    while any(count < len(kinds) for count, kinds in zip(done, tasks, strict=True)):
        advanced = 0
        for worker, kinds in enumerate(tasks):
            if done[worker] == len(kinds):
                continue
            if kinds[done[worker]] == CPU and worker not in holders:
                if len(holders) >= slots:
                    continue
                holders.add(worker)
            done[worker] += 1
            if done[worker] == len(kinds):
                holders.discard(worker)
            advanced += 1
        ticks += 1
        overlap += advanced - 1
    return ticks, overlap
