"""The plain scheduler is the loop, with bodies that yield before each step: that they are one schedule is used."""

def run_workers(tasks, slots=1):
    work = Work()
    bodies = [body(kinds, work, lambda kind: True) for kinds in tasks]
    counts = run_tasks(bodies, work, slots)
    return counts.ticks, counts.overlap
