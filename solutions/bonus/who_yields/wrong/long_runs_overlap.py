"""Every step of a round but one counts as overlap: the steps of one task do not overlap each other.

In a run: With a yield at I/O only, the table shows 64 overlap instead of 44: ticks and overlap come to more than
the 80 steps.

Read again: Overlap counts tasks that got on in the same round. The further steps of one task come one after the
other, and nobody else gets on meanwhile.
"""

FAILS = {
    "who_yields_charges_a_blocking_call",
    "who_yields_counts_the_overlap",
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
        steps = [resume(index) for index in resumed]
        ticks += 1 + sum(steps) - len(steps)
        overlap += sum(steps) - 1
    return Counts(yields, ticks, overlap)
