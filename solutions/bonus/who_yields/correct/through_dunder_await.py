"""The coroutines are driven through the iterators that `__await__` gives, with `next`."""

def run_tasks(tasks, work, slots=1):
    iterators = [task.__await__() for task in tasks]
    pending = {}
    yields, ticks, overlap = 0, 0, 0
    for number, iterator in enumerate(iterators):
        before = work.steps
        kind = next(iterator, StopIteration)
        if kind is not StopIteration:
            pending[number] = kind
            yields += 1
        ticks += work.steps - before
    while pending:
        free, members = slots, []
        for number, kind in sorted(pending.items()):
            if kind == CPU:
                if not free:
                    continue
                free -= 1
            members.append(number)
        steps = 0
        for number in members:
            before = work.steps
            kind = next(iterators[number], StopIteration)
            if kind is StopIteration:
                del pending[number]
            else:
                pending[number] = kind
                yields += 1
            steps += work.steps - before
        ticks += steps - len(members) + 1
        overlap += len(members) - 1
    return Counts(yields, ticks, overlap)
