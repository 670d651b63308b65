"""Two deques: those that are resumed go into the next one, and so do those without a slot, in their places."""

from collections import deque


def run_tasks(tasks, work, slots=1):
    yields = ticks = overlap = 0
    current = deque()
    for task in tasks:
        before = work.steps
        try:
            current.append((task, task.send(None)))
        except StopIteration:
            pass
        else:
            yields += 1
        ticks += work.steps - before
    while current:
        following, free, resumed = deque(), slots, 0
        for task, kind in current:
            if kind == CPU:
                if free == 0:
                    following.append((task, kind))
                    continue
                free -= 1
            resumed += 1
            before = work.steps
            try:
                following.append((task, task.send(None)))
                yields += 1
            except StopIteration:
                pass
            ticks += work.steps - before - (resumed > 1)
        overlap += resumed - 1
        current = following
    return yields, ticks, overlap
