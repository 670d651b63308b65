"""Tasks wait in one queue, and those that got no slot go to its end: the order of the tasks is lost.

In a run: With a yield at each step, the table shows 30 ticks and 50 overlap instead of 31 and 49. At I/O only it is
right: there nobody waits for the slot.

Read again: A round goes through the tasks in the order in which they were given, whoever had to wait in the round
before.
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

from collections import deque


def run_tasks(tasks, work, slots=1):
    yields = ticks = overlap = 0
    queue = deque()
    for task in tasks:
        before = work.steps
        try:
            queue.append((task, task.send(None)))
            yields += 1
        except StopIteration:
            pass
        ticks += work.steps - before
    while queue:
        free, advanced, batch, late = slots, 0, list(queue), []
        queue.clear()
        for task, kind in batch:
            if kind == CPU and not free:
                late.append((task, kind))
                continue
            free -= kind == CPU
            before = work.steps
            try:
                queue.append((task, task.send(None)))
                yields += 1
            except StopIteration:
                pass
            ticks += work.steps - before - 1
            advanced += 1
        queue.extend(late)
        ticks += 1
        overlap += advanced - 1
    return Counts(yields, ticks, overlap)
