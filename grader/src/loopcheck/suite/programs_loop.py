"""What is asked of `EventLoop.run_once`: plain callbacks and timers, drawn at random. No tasks, no futures."""

from __future__ import annotations

from random import Random

from ..probes.program import Program

SIZE = 3


def idle_passes(r: Random) -> list[Program]:
    """Passes with nothing to do: an empty loop, and one whose timers are not due yet."""
    programs = []
    for _ in range(SIZE):
        program = Program().clock(r.randrange(100)).one_pass().look("armed")
        for number in range(r.randrange(4)):
            program.later(r.randrange(500, 900), f"far{number}")
        program.one_pass().clock(r.randrange(1, 400)).one_pass().look("armed").look("due")
        programs.append(program.soon("at last").clock(900).one_pass().look("armed"))
    return programs


def queues(r: Random) -> list[Program]:
    """Callbacks that are ready, some of which queue others."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(r.randrange(3, 7)):
            body = [["soon", f"n{number}-{extra}"] for extra in range(r.randrange(3))]
            program.soon(f"c{number}", *body)
        program.soon("last", ["soon", "next"])
        # A second loop has a queue of its own.
        program.loop(1).soon("elsewhere").one_pass().loop(0)
        programs.append(program.one_pass().soon("fresh").one_pass().one_pass())
    return programs


def repeaters(r: Random) -> list[Program]:
    """Callbacks that queue themselves again, for ever: one run each per pass."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(r.randrange(1, 4)):
            program.soon(f"again{number}", ["clock", r.randrange(1, 20)], ["soon", f"again{number}"])
        for _ in range(r.randrange(3, 6)):
            program.one_pass()
        programs.append(program)
    return programs


def due_or_not(r: Random) -> list[Program]:
    """Timers due just before, exactly at, and just after the clock of the pass."""
    programs = []
    for _ in range(SIZE):
        now = r.randrange(50, 300)
        dues = [now - r.randrange(1, 40), now, now, now + 1, now + r.randrange(2, 40)]
        r.shuffle(dues)
        program = Program()
        for number, due in enumerate(dues):
            program.later(due, f"timer{number}")
        # A second loop has timers of its own, and a clock of its own.
        program.clock(now).loop(1).later(r.randrange(1, 20), "elsewhere").clock(30).one_pass().look("armed").loop(0)
        programs.append(program.one_pass().look("armed").clock(r.randrange(20, 60)).one_pass().look("armed"))
    return programs


def many_timers(r: Random) -> list[Program]:
    """Timers armed in random order with different deadlines, expired over several passes."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number, due in enumerate(r.sample(range(10, 400), 14)):
            program.later(due, f"timer{number}")
        for number in range(5):
            program.clock(r.randrange(40, 120)).one_pass().later(r.randrange(1, 200), f"extra{number}")
        programs.append(program.clock(400).one_pass().one_pass())
    return programs


def equal_deadlines(r: Random) -> list[Program]:
    """Timers with the same deadline, armed at different times, among others."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        due = 120
        for number in range(4):
            program.later(due, f"tie{number}")
            if r.randrange(2):
                program.later(due + r.choice([-7, 9]), f"other{number}")
            step = r.randrange(1, 20)
            due -= step
            program.clock(step)
        programs.append(program.clock(due + 10).one_pass().one_pass())
    return programs


def late_passes(r: Random) -> list[Program]:
    """Timers that are noticed late, by different amounts, while queued callbacks move the clock."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(4):
            program.later(r.randrange(10, 150), f"timer{number}", ["clock", r.randrange(1, 20)])
        for number in range(4):
            program.clock(r.randrange(20, 70)).soon(f"q{number}", ["clock", r.randrange(1, 30)]).one_pass()
        for number in range(4):
            program.look("expired", f"timer{number}")
        programs.append(program)
    return programs


def timers_and_queue(r: Random) -> list[Program]:
    """Due timers beside callbacks that were queued before the pass."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(r.randrange(1, 4)):
            program.later(r.randrange(10, 60), f"timer{number}")
        for number in range(r.randrange(1, 4)):
            program.soon(f"q{number}", ["soon", f"after{number}"])
        programs.append(program.clock(60).one_pass().one_pass())
    return programs


def due_in_mid_pass(r: Random) -> list[Program]:
    """Callbacks that take so long that timers come due meanwhile, and timers armed by callbacks."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(3):
            program.later(r.randrange(20, 80), f"timer{number}")
        program.later(5, "first", ["clock", r.randrange(40, 90)], ["later", r.randrange(1, 30), "armed inside"])
        program.soon("q0", ["clock", r.randrange(1, 15)]).soon("q1", ["clock", r.randrange(1, 50)], ["soon", "next"])
        program.clock(r.randrange(5, 15))
        programs.append(program.one_pass().look("armed").one_pass().look("armed").clock(100).one_pass())
    return programs


def clocks(r: Random) -> list[Program]:
    """Passes over timers that are due, not due and long overdue: the clock must not be touched."""
    programs = []
    for _ in range(SIZE):
        program = Program().clock(r.randrange(1, 50))
        for number in range(4):
            program.later(r.randrange(1, 120), f"timer{number}")
        for number in range(3):
            program.clock(r.randrange(1, 60))
            if r.randrange(2):
                program.soon(f"q{number}")
            program.one_pass()
        programs.append(program)
    return programs


def errors(r: Random) -> list[Program]:
    """A callback that raises: the exception leaves the pass."""
    programs = []
    for _ in range(SIZE):
        program = Program()
        for number in range(r.randrange(3)):
            program.soon(f"q{number}")
        error = r.choice(["KeyError", "OSError", "TaskError", "ZeroDivisionError"])
        if r.randrange(2):
            program.soon("broken", ["raise", error])
        else:
            program.later(5, "broken", ["raise", error]).clock(7)
        programs.append(program.one_pass().one_pass())
    return programs
