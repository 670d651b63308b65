"""The end of a task is counted as one more yield: `StopIteration` is no yield.

In a run: One too many for each task that ends: the table's 8 tasks have 88 yields instead of 80, and 8 instead of 0
where nobody yields.

Read again: `StopIteration` says that nothing more will come. A yield is where `send` gave something back, and only
there.
"""

FAILS = {
    "who_yields_drives_coroutines_that_await",
    "who_yields_counts_the_yields",
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
            yields += 1
            waiting[index] = tasks[index].send(None)
        except StopIteration:
            pass
        return work.steps - before

    for index in range(len(tasks)):
        ticks += resume(index)
    while waiting:
        cpu = [index for index in sorted(waiting) if waiting[index] == CPU]
        resumed = [index for index in sorted(waiting) if index not in cpu[slots:]]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
