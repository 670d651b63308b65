"""The slot is kept by the first task that got it until that task ends; meanwhile no other CPU step is done.

In a run: With a yield at each step, the table shows 58 ticks instead of 31: who wants the CPU waits until the one
who had it first has ended.

Read again: A slot is for one step. In the next round it is free again, and goes to the first one who wants it then.
"""

FAILS = {
    "who_yields_gives_the_slot_to_one",
    "who_yields_with_more_slots",
    "who_yields_drives_coroutines_that_await",
    "who_yields_counts_the_rounds",
    "who_yields_charges_long_runs",
    "who_yields_charges_a_blocking_call",
    "who_yields_counts_the_overlap",
    "who_yields_counts_anything",
    "who_yields_both_ways_are_one_schedule",
    "who_yields_figures",
}

def run_tasks(tasks: Sequence[Task], work: Work, slots: int = 1) -> Counts:
    yields = ticks = overlap = 0
    waiting: dict[int, str] = {}
    holders: list[int] = []

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
        holders = [index for index in holders if index in waiting]
        resumed = []
        for index in sorted(waiting):
            if waiting[index] == CPU and index not in holders:
                if len(holders) >= slots:
                    continue
                holders.append(index)
            resumed.append(index)
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
