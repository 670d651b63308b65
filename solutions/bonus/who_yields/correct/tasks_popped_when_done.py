"""A list of [task, kind] pairs, from which those that have ended are taken out."""

def run_tasks(tasks, work, slots=1):
    yields = ticks = overlap = 0
    alive = []
    for task in tasks:
        done_before = work.steps
        try:
            alive.append([task, task.send(None)])
            yields += 1
        except StopIteration:
            ...
        ticks += work.steps - done_before
    while alive:
        ended, resumed, cpu = [], 0, 0
        done_before = work.steps
        for entry in alive:
            task, kind = entry
            if kind == CPU:
                cpu += 1
                if cpu > slots:
                    continue
            resumed += 1
            try:
                entry[1] = task.send(None)
            except StopIteration:
                ended.append(entry)
            else:
                yields += 1
        for entry in ended:
            alive.remove(entry)
        gained = resumed - 1
        overlap += gained
        ticks += work.steps - done_before - gained
    return Counts(yields, ticks, overlap)
