"""Overlap counts the tasks that were waiting when the round began, also those that got no slot.

In a run: Three tasks that want the CPU beside one that wants I/O overlap 4 steps instead of 1. At I/O only the
table is right: there nobody is turned away.

Read again: Whoever got no slot did nothing in this round. What counts is who went on.
"""

FAILS = {
    "who_yields_with_more_slots",
    "who_yields_charges_a_blocking_call",
    "who_yields_counts_the_overlap",
    "who_yields_counts_anything",
    "who_yields_both_ways_are_one_schedule",
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
        present = len(waiting)
        resumed = [index for index in sorted(waiting) if index not in cpu[slots:]]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += present - 1
    return Counts(yields, ticks, overlap)
