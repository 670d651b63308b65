"""A round takes one tick, however much a task does in it: a blocking call costs nobody anything.

In a run: A task that does 5 steps in one go takes 1 tick instead of 5. In the table, yielding at I/O only takes 16
ticks instead of 36.

Read again: What a resumption did is the difference that it made to `work.steps`. The first step is in the round's
own tick, and the others are not.
"""

FAILS = {
    "who_yields_charges_long_runs",
    "who_yields_charges_a_blocking_call",
    "who_yields_counts_anything",
    "who_yields_figures",
}

def run_tasks(tasks: Sequence[Task], work: Work, slots: int = 1) -> Counts:
    yields = ticks = overlap = 0
    waiting: dict[int, str] = {}

    def resume(index: int) -> int:
        """Let a task do its steps, and give their number."""
        nonlocal yields
        before = work.steps
        waiting.pop(index, None)
        try:
            waiting[index] = tasks[index].send(None)
            yields += 1
        except StopIteration:
            pass
        return work.steps - before

    for index in range(len(tasks)):
        ticks += resume(index)
    while waiting:
        cpu = [index for index in sorted(waiting) if waiting[index] == CPU]
        resumed = [index for index in sorted(waiting) if index not in cpu[slots:]]
        ticks += 1 if [resume(index) for index in resumed] else 0
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
