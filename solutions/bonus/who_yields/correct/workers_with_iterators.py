"""The plain scheduler holds an iterator and the next kind per worker."""

def run_workers(tasks, slots=1):
    left = {number: list(reversed(kinds)) for number, kinds in enumerate(tasks) if kinds}
    ticks = steps = 0
    while left:
        free = slots
        for number in list(left):
            kind = left[number][-1]
            if kind == CPU and not free:
                continue
            if kind == CPU:
                free -= 1
            left[number].pop()
            steps += 1
            if not left[number]:
                del left[number]
        ticks += 1
    return [ticks, steps - ticks]
