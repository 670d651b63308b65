"""What is asked of `Future.set_result`: programs drawn at random, in which the right answer depends on what was drawn."""

from __future__ import annotations

from random import Random

from ..probes.errors import ERRORS
from ..probes.program import FORMS, Program

SIZE = 3
"""Programs per question: enough that a guess does not get through all of them."""
CROWD = (105, 130)
"""Callbacks in a long queue: whoever has set a limit has set it below. (A pass may be recursive: not too many.)"""


def _queue(program: Program, r: Random, letter: str, most: int = 4) -> None:
    for number in range(r.randrange(most + 1)):
        program.soon(f"{letter}{number}")


def done_flags(r: Random) -> list[Program]:
    """Futures with and without a waiter, looked at before and after, in random order; and again when their waiters have run
    and when one was resolved once more: what is done stays done."""
    programs = []
    for index in range(SIZE):
        names = [f"f{number}" for number in range(r.randrange(2, 5))]
        resolved = r.sample(names, r.randrange(1, len(names)))
        program = Program(hops=1 + index % 2)
        for name in names:
            program.future(name)
            # The one that is resolved twice has a waiter in the first program, and none in the others.
            if index == 0 if name == resolved[0] else r.randrange(2):
                program.wait(name, f"w{name}")
        for name in resolved:
            program.resolve(name)
            for other in r.sample(names, len(names)):
                program.look("done", other)
        program.one_pass()
        for name in names:
            program.look("done", name)
        programs.append(program.resolve_again(resolved[0]).look("done", resolved[0]))
    return programs


def queues(r: Random) -> list[Program]:
    """A waiter among callbacks that were queued before and after it, also behind many, and one that finds the queue empty,
    on loops with timers and without; and waiters that are no functions, as the step of a task is none."""
    forms: list[str] = r.sample(sorted(FORMS), len(FORMS))
    odd = Program()
    for number, form in enumerate(forms):
        odd.future(f"f{number}").wait(f"f{number}", form).soon(f"q{number}").resolve(f"f{number}")
    programs = [
        Program().future("f").wait("f", "waiter").resolve("f").soon("last").one_pass().one_pass(),
        odd.soon("last").one_pass().one_pass(),
    ]
    for number in range(SIZE):
        program = Program(hops=2 - number % 2)
        if number:
            # One timer is far away, one is due.
            program.later(r.randrange(5, 50) if number > 1 else 900, "timer").clock(60)
        _queue(program, r, "before")
        program.future("f").wait("f", "waiter").soon("one more").resolve("f")
        _queue(program, r, "after")
        program.soon("last")
        programs.append(program.one_pass().one_pass())
    crowd = Program().clock(r.randrange(2000, 9999)).future("f").wait("f", "waiter")
    for number in range(r.randrange(*CROWD)):
        crowd.soon(f"c{number}")
    programs.append(crowd.resolve("f").one_pass().one_pass())
    return programs


def without_waiter(r: Random) -> list[Program]:
    """Futures that nobody waits for, resolved among queued callbacks."""
    programs = []
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
        for number in range(r.randrange(1, 4)):
            _queue(program, r, f"q{number}-", 2)
            program.future(f"f{number}").look("done", f"f{number}").resolve(f"f{number}").look("done", f"f{number}")
        program.soon("last")
        programs.append(program.one_pass().one_pass())
    return programs


def second_calls(r: Random) -> list[Program]:
    """`set_result` called again, once or more, before and after the pass in which the waiter runs; and where nobody waits."""
    nobody = Program(hops=2).future("f").resolve("f").resolve_again("f").soon("last").one_pass().one_pass()
    programs = [nobody]
    for early, late in r.sample([(0, 1), (1, 1), (2, 1)], 3):
        program = Program(hops=1 + early % 2)
        program.future("f").wait("f", "waiter")
        _queue(program, r, "q")
        program.resolve("f")
        for _ in range(early):
            program.resolve_again("f")
        program.one_pass()
        for _ in range(late):
            program.resolve_again("f")
        programs.append(program.soon("last").one_pass().one_pass())
    return programs


def own_waiters(r: Random) -> list[Program]:
    """Several futures on two loops whose clocks differ, resolved in random order, also by a callback of the other loop; and
    a waiter that waits again, for another future each time, as a task does, or for two at once, or that
    resolves a further one, or that raises."""
    again = Program()
    for number in range(r.randrange(2, 4)):
        again.clock(r.randrange(1, 50)).future(f"f{number}").wait(f"f{number}", "waiter").resolve(
            f"f{number}"
        ).one_pass()
    both = Program().future("f").wait("f", "waiter").future("g").wait("g", "waiter").resolve("f").resolve("g")
    both.soon("last").one_pass().one_pass()
    far = Program().clock(r.randrange(10, 1000)).future("f").wait("f", "waiter")
    far.loop(1).soon("resolver", ["resolve", "f"]).soon("last").one_pass().loop(0).one_pass().loop(1).one_pass()
    chain = (
        Program(hops=2).future("f").wait("f", "first", ["resolve", "g"]).future("g").wait("g", "second").resolve("f")
    )
    raises = Program(hops=2).future("f").wait("f", "waiter", ["raise", r.choice(sorted(ERRORS))]).resolve("f")
    programs = [again, both, far, chain.one_pass().one_pass(), raises.one_pass().soon("after").one_pass()]
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
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
    for hops, company in ((2, False), (1, True), (2, True)):
        program = Program(hops=hops).later(4, "timer")  # due by the time at which the future is resolved
        program.future("f").wait("f", "waiter")
        _queue(program, r, "before")
        program.soon(
            "resolver", ["clock", r.randrange(5, 50)], ["resolve", "f"], ["soon", "next"], ["clock", r.randrange(5, 50)]
        )
        if company:
            _queue(program, r, "after")
        programs.append(program.one_pass().one_pass().one_pass())
    return programs
