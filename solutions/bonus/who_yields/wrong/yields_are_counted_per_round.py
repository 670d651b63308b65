"""One yield is counted per round, and one per start: but each task yields for itself.

In a run: With a yield at each step, the table shows 39 yields instead of 80; a single task that yields twice has 3.

Read again: A yield is one task's: what `send` gave back. A round in which five were resumed may have five of them,
or none.
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
            waiting[index] = tasks[index].send(None)
        except StopIteration:
            pass
        return work.steps - before

    for index in range(len(tasks)):
        ticks += resume(index)
        yields += index in waiting
    while waiting:
        yields += 1
        cpu = [index for index in sorted(waiting) if waiting[index] == CPU]
        resumed = [index for index in sorted(waiting) if index not in cpu[slots:]]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
