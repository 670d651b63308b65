"""A round takes as long as its longest run: as if several tasks could do long runs at the same time.

In a run: With a yield before I/O steps only, the table shows 27 ticks instead of 36: ticks and overlap no longer
come to the 80 steps.

Read again: Nobody interrupts a task. While one of them does its long run the others stand still, so the runs of one
round are paid one after the other.
"""

FAILS = {
    "who_yields_charges_long_runs",
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
        ticks += max([resume(index) for index in resumed])
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
