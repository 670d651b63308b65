"""The first yield of each task is not counted: only what comes in the rounds is.

In a run: 72 yields instead of 80 in the table, and 46 instead of 54: one too few for each of the 8 tasks.

Read again: The first `send` starts a coroutine and runs it to its first yield. That is a yield like any other.
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
            yields += 1
        except StopIteration:
            pass
        return work.steps - before

    for index in range(len(tasks)):
        ticks += resume(index)
    yields = 0
    while waiting:
        cpu = [index for index in sorted(waiting) if waiting[index] == CPU]
        resumed = [index for index in sorted(waiting) if index not in cpu[slots:]]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
