"""Each task is driven to its end before the next one is started: one after the other, nobody waits together.

In a run: 80 ticks and 0 overlap in every line of the table; the second task starts when the first one has ended.

Read again: First every task is started, each to its first yield. Then they take turns. A yield that nobody else can
use buys nothing.
"""

FAILS = {
    "who_yields_starts_every_task",
    "who_yields_resumes_in_order",
    "who_yields_gives_the_slot_to_one",
    "who_yields_with_more_slots",
    "who_yields_drives_coroutines_that_await",
    "who_yields_counts_the_rounds",
    "who_yields_charges_steps_before_the_first_yield",
    "who_yields_charges_long_runs",
    "who_yields_charges_a_blocking_call",
    "who_yields_counts_the_overlap",
    "who_yields_counts_anything",
    "who_yields_both_ways_are_one_schedule",
    "who_yields_figures",
}

def run_tasks(tasks, work, slots=1):
    yields = ticks = 0
    for task in tasks:
        before = work.steps
        try:
            while True:
                task.send(None)
                yields += 1
        except StopIteration:
            ticks += work.steps - before
    return Counts(yields, ticks, 0)
