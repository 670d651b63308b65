"""The coroutines are driven with `next`: that is for generators, and a coroutine of an `async def` refuses it.

In a run: An AttributeError at the first task, since a coroutine has no `__next__`; nothing has run by then.

Read again: A coroutine is driven with `send`, and started with it, too. `next` is for iterators, and an `async def`
gives none.
"""

FAILS = {
    "who_yields_starts_every_task",
    "who_yields_resumes_in_order",
    "who_yields_gives_the_slot_to_one",
    "who_yields_with_more_slots",
    "who_yields_drives_coroutines_that_await",
    "who_yields_counts_the_yields",
    "who_yields_counts_the_rounds",
    "who_yields_charges_steps_before_the_first_yield",
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
            waiting[index] = tasks[index].__next__()
            yields += 1
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
