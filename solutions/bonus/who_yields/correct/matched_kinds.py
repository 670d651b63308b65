"""`match` decides who may go on, and a list with gaps holds what was yielded."""

def run_tasks(tasks, work, slots=1):
    pending = [None] * len(tasks)
    yields = ticks = overlap = 0

    def send(number):
        nonlocal yields
        start = work.steps
        try:
            pending[number] = tasks[number].send(None)
            yields += 1
        except StopIteration as end:
            pending[number] = None
            assert end.value is None
        return work.steps - start

    for number, _ in enumerate(tasks):
        ticks += send(number)
    while any(kind is not None for kind in pending):
        used = resumed = 0
        for number, kind in enumerate(pending):
            match kind:
                case None:
                    continue
                case "cpu" if used == slots:
                    continue
                case "cpu":
                    used += 1
            resumed += 1
            ticks += send(number) - 1
        ticks += 1
        overlap += resumed - 1
    return Counts(yields, ticks, overlap)
