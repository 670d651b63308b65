"""The number of slots is not looked at: there is always one.

In a run: The whole table is right, since it has one slot. With two slots, three tasks that want the CPU take 3
ticks instead of 2.

Read again: `slots` is how many of those who wait for a CPU step go on in one round. One is only what it is when
nobody says anything.
"""

FAILS = {
    "who_yields_with_more_slots",
    "who_yields_counts_anything",
    "who_yields_both_ways_are_one_schedule",
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
        resumed = [index for index in sorted(waiting) if index not in cpu[1:]]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
