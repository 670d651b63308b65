"""The tasks of a round wait in a heap, by number."""

from heapq import heapify, heappop, heappush


def run_tasks(tasks, work, slots=1):
    counts = {"yields": 0, "ticks": 0, "overlap": 0}

    def advance(number, into):
        steps = work.steps
        try:
            kind = tasks[number].send(None)
        except StopIteration:
            pass
        else:
            counts["yields"] += 1
            heappush(into, (number, kind))
        return work.steps - steps

    heap = []
    for number in range(len(tasks)):
        counts["ticks"] += advance(number, heap)
    while heap:
        later, free, steps, resumed = [], slots, 0, 0
        while heap:
            number, kind = heappop(heap)
            if kind == CPU and free < 1:
                later.append((number, kind))
                continue
            if kind == CPU:
                free -= 1
            steps += advance(number, later)
            resumed += 1
        counts["ticks"] += 1 + steps - resumed
        counts["overlap"] += resumed - 1
        heap = later
        heapify(heap)
    return Counts(**counts)
