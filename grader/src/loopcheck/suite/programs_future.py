"""What is asked of `Future.set_result`: programs drawn at random, in which the right answer depends on what was drawn."""

from __future__ import annotations

from random import Random

from ..probes.program import FORMS, Program

SIZE = 3
"""Programs per question: enough that a guess does not get through all of them."""
CROWD = (105, 130)
"""Callbacks in a long queue: whoever has set a limit has set it below. (A pass may be recursive: not too many.)"""


def _queue(program: Program, r: Random, letter: str, most: int = 4) -> None:
    for number in range(r.randrange(most + 1)):
        program.soon(f"{letter}{number}")


def done_flags(r: Random) -> list[Program]:
    """Futures with and without a waiter, looked at before and after, in random order."""
    programs = []
    for _ in range(SIZE):
        names = [f"f{number}" for number in range(r.randrange(2, 5))]
        resolved = r.sample(names, r.randrange(1, len(names)))
        program = Program()
        for name in names:
            program.future(name)
            if r.randrange(2):
                program.wait(name, f"w{name}")
        for name in resolved:
            program.resolve(name)
            for other in r.sample(names, len(names)):
                program.look("done", other)
        programs.append(program.one_pass())
    return programs


def queues(r: Random) -> list[Program]:
    """A waiter among callbacks that were queued before and after it, also behind many, and one that finds the queue empty;
    and waiters that are no functions, as the step of a task is none."""
    forms: list[str] = r.sample(sorted(FORMS), len(FORMS))
    odd = Program()
    for number, form in enumerate(forms):
        odd.future(f"f{number}").wait(f"f{number}", form).soon(f"q{number}").resolve(f"f{number}")
    programs = [
        Program().future("f").wait("f", "waiter").resolve("f").soon("last").one_pass().one_pass(),
        odd.soon("last").one_pass().one_pass(),
    ]
    for _ in range(SIZE):
        program = Program()
        _queue(program, r, "before")
        program.future("f").wait("f", "waiter").soon("one more").resolve("f")
        _queue(program, r, "after")
        program.soon("last")
        programs.append(program.one_pass().one_pass())
    crowd = Program().future("f").wait("f", "waiter")
    for number in range(r.randrange(*CROWD)):
        crowd.soon(f"c{number}")
    programs.append(crowd.resolve("f").one_pass().one_pass())
    return programs


def without_waiter(r: Random) -> list[Program]:
    """Futures that nobody waits for, resolved among queued callbacks."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(r.randrange(1, 4)):
            _queue(program, r, f"q{number}-", 2)
            program.future(f"f{number}").look("done", f"f{number}").resolve(f"f{number}").look("done", f"f{number}")
        program.soon("last")
        programs.append(program.one_pass().one_pass())
    return programs


def second_calls(r: Random) -> list[Program]:
    """`set_result` called again, before or after the pass in which the waiter runs."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        program.future("f").wait("f", "waiter")
        _queue(program, r, "q")
        program.resolve("f")
        early, late = r.choice([(1, 0), (0, 1), (1, 1), (2, 1)])
        for _ in range(early):
            program.resolve_again("f")
        program.one_pass()
        for _ in range(late):
            program.resolve_again("f")
        programs.append(program.soon("last").one_pass().one_pass())
    return programs


def own_waiters(r: Random) -> list[Program]:
    """Several futures on two loops whose clocks differ, resolved in random order, also by a callback of the other loop; and
    a waiter that waits again, for another future each time, as a task does, or for two at once."""
    again = Program()
    for number in range(r.randrange(2, 4)):
        again.clock(r.randrange(1, 50)).future(f"f{number}").wait(f"f{number}", "waiter").resolve(
            f"f{number}"
        ).one_pass()
    both = Program().future("f").wait("f", "waiter").future("g").wait("g", "waiter").resolve("f").resolve("g")
    both.soon("last").one_pass().one_pass()
    far = Program().clock(r.randrange(10, 1000)).future("f").wait("f", "waiter")
    far.loop(1).soon("resolver", ["resolve", "f"]).soon("last").one_pass().loop(0).one_pass().loop(1).one_pass()
    programs = [again, both, far]
    for _ in range(SIZE):
        program = Program()
        futures = []
        for loop in (0, 1):
            program.loop(loop).clock(r.randrange(10, 1000))
            for number in range(r.randrange(1, 4)):
                name = f"f{loop}{number}"
                program.future(name).wait(name, f"w{loop}{number}")
                futures.append(name)
        for name in r.sample(futures, len(futures)):
            program.loop(r.randrange(2)).resolve(name)
        for loop in r.sample([0, 1, 0, 1], 4):
            program.loop(loop).one_pass()
        programs.append(program)
    return programs


def from_within(r: Random) -> list[Program]:
    """Resolved by a callback, in mid-pass: the waiter belongs to the next pass, also if nobody else is left in this one."""
    programs = []
    for company in (False, True, True):
        program = Program()
        program.future("f").wait("f", "waiter")
        _queue(program, r, "before")
        program.soon(
            "resolver", ["clock", r.randrange(5, 50)], ["resolve", "f"], ["soon", "next"], ["clock", r.randrange(5, 50)]
        )
        if company:
            _queue(program, r, "after")
        programs.append(program.one_pass().one_pass().one_pass())
    return programs
