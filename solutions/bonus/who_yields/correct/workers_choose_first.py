"""The plain scheduler first chooses who may go on, then lets them all go on at once."""

from itertools import islice


def run_workers(tasks, slots=1):
    at = [0 for _ in tasks]
    ticks = overlap = 0
    while True:
        alive = [number for number, kinds in enumerate(tasks) if at[number] < len(kinds)]
        if not alive:
            return (ticks, overlap)
        cpu = set(islice((number for number in alive if tasks[number][at[number]] == CPU), slots))
        chosen = [number for number in alive if number in cpu or tasks[number][at[number]] != CPU]
        for number in chosen:
            at[number] += 1
        ticks, overlap = ticks + 1, overlap + len(chosen) - 1
