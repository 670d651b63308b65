"""An object per task, with its state in attributes, and the counts in a class of their own."""

class Driver:
    def __init__(self, coroutine, work):
        self.coroutine = coroutine
        self.work = work
        self.kind = None
        self.yields = 0

    def go_on(self):
        before = self.work.steps
        try:
            self.kind = self.coroutine.send(None)
        except StopIteration:
            self.kind = None
        else:
            self.yields += 1
        return self.work.steps - before


def run_tasks(tasks, work, slots=1):
    drivers = [Driver(task, work) for task in tasks]
    ticks = sum(driver.go_on() for driver in drivers)
    overlap = 0
    while alive := [driver for driver in drivers if driver.kind is not None]:
        free = slots
        chosen = []
        for driver in alive:
            if driver.kind != CPU or free > 0:
                free -= driver.kind == CPU
                chosen.append(driver)
        ticks += 1
        for driver in chosen:
            ticks += driver.go_on() - 1
        overlap += max(0, len(chosen) - 1)
    return Counts(sum(driver.yields for driver in drivers), ticks, overlap)
