"""What a task yields is not looked at: every task is resumed in every round, as if each had a CPU of its own.

In a run: With a yield at each step, the table shows 10 ticks and 70 overlap instead of 31 and 49. Without CPU steps
nothing is wrong.

Read again: What a coroutine yields is what its next step needs. Of those who need the CPU, only `slots` get on in a
round.
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
        resumed = [index for index in sorted(waiting) ]
        ticks += 1 + sum(resume(index) - 1 for index in resumed)
        overlap += len(resumed) - 1
    return Counts(yields, ticks, overlap)
