"""What is asked of `EventLoop.run_once`: plain callbacks and timers, drawn at random. No tasks, no futures."""

from __future__ import annotations

from random import Random

from ..probes.errors import ERRORS
from ..probes.program import FORMS, Program

SIZE = 3
NEXT = "+"
"""At the end of a name: the callback that the one of the name before it queues."""
CROWD = (105, 130)
"""Callbacks or timers in a crowd: whoever has set a limit has set it below. (A pass may be recursive: not too many.)"""


def idle_passes(r: Random) -> list[Program]:
    """Passes with nothing to do: an empty loop, and one whose timers are not due yet."""
    programs = []
    for hops, timers in ((1, 0), (2, 1), (1, r.randrange(2, 5))):
        program = Program(hops=hops).clock(r.randrange(100)).one_pass().look("armed")
        for number in range(timers):
            program.later(r.randrange(500, 900), f"far{number}")
        program.one_pass().clock(r.randrange(1, 400)).one_pass().look("armed").look("due")
        programs.append(program.soon("at last").clock(900).one_pass().look("armed"))
    return programs


def queues(r: Random) -> list[Program]:
    """Callbacks that are ready, some of which queue others; and timers that do, in a pass that begins with nothing ready."""
    programs = []
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
        for number in range(r.randrange(3, 7)):
            body = [["soon", f"n{number}-{extra}"] for extra in range(r.randrange(3))]
            program.soon(f"c{number}", *body)
        program.soon("last", ["soon", "next"])
        # A second loop has a queue of its own.
        program.loop(1).soon("elsewhere").one_pass().loop(0)
        programs.append(program.one_pass().soon("fresh").one_pass().one_pass())
    # Callbacks are not only functions, and one and the same may stand in the queue more than once.
    odd = Program()
    for name in [*r.sample([*FORMS, "c0", "c1"], len(FORMS) + 2), *r.sample([*FORMS, "c0"], 2)]:
        odd.soon(name)
    programs.append(odd.one_pass().one_pass())
    crowd = Program(hops=2)
    for number in range(r.randrange(*CROWD)):
        crowd.soon(f"c{number}")
    programs.append(crowd.one_pass().one_pass())
    for count in (1, 2):
        timers = Program(hops=count)
        for number, due in enumerate(sorted(r.sample(range(5, 60), count))):
            timers.later(due, f"timer{number}", ["soon", f"timer{number}{NEXT}"])
        programs.append(timers.clock(60).one_pass().one_pass().one_pass().one_pass())
    return programs


def repeaters(r: Random) -> list[Program]:
    """Callbacks that queue themselves again, for ever: one run each per pass."""
    programs = []
    for callbacks in (1, 2, 3):
        program = Program(hops=1 + callbacks % 2)
        for number in range(callbacks):
            program.soon(f"again{number}", ["clock", r.randrange(1, 20)], ["soon", f"again{number}"])
        for _ in range(r.randrange(3, 6)):
            program.one_pass()
        programs.append(program)
    return programs


def due_or_not(r: Random) -> list[Program]:
    """Timers due just before, exactly at, and just after the clock of the pass. What is left of the heap's list, without the
    due ones, is no heap: its first timer would not be the next one."""
    programs = []
    for index in range(SIZE):
        now = r.randrange(300, 600)  # numbers of which Python keeps no copies: equal is not the same as identical
        dues = [now - r.randrange(1, 40), now + r.randrange(2, 40), now, now, now + 1]
        program = Program(hops=1 + index % 2)
        for number, due in enumerate(dues):
            program.later(due, f"timer{number}")
        # A second loop has timers of its own, and a clock of its own.
        program.clock(now).loop(1).later(r.randrange(1, 20), "elsewhere").clock(30).one_pass().look("armed").loop(0)
        programs.append(
            program.one_pass().look("armed").look("due").clock(r.randrange(20, 60)).one_pass().look("armed")
        )
    crowd = Program()
    for number in range(r.randrange(*CROWD)):
        crowd.later(r.randrange(1, 40), f"timer{number}")
    programs.append(crowd.clock(40).one_pass().look("armed").one_pass())
    return programs


def many_timers(r: Random) -> list[Program]:
    """Timers armed in random order with different deadlines, expired over several passes, some of them armed in between; the
    heap of one program is deep enough for whoever sifts but its upper levels.

    No deadline is near the clock of a pass, and something is ready in each: what is asked here is the order alone.
    """
    programs = []
    for hops, count in ((1, 3), (2, 3), (1, 7)):
        program = Program(hops=hops)
        dues = [100 * window + due for window in range(5) for due in r.sample(range(12, 90, 8), count)]
        late = r.sample(dues, 5)
        for due in r.sample(dues, len(dues)):
            if due not in late:
                program.later(due, f"timer{due}")
        for window in range(5):
            for due in late:
                if due // 100 == window:
                    program.later(due - 100 * window, f"late{due}")
            program.soon(f"q{window}").clock(100).one_pass()
        programs.append(program.clock(100).one_pass())
    return programs


def equal_deadlines(r: Random) -> list[Program]:
    """Timers with the same deadline, armed at different times, among others; and more of them than ten at one time."""
    crowd = Program(hops=2).clock(r.randrange(50))
    for number in range(r.randrange(12, 16)):
        crowd.later(90, f"tie{number}")
    programs = [crowd.clock(95).one_pass().one_pass()]
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
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
    """Timers that are noticed late, by different amounts, while queued callbacks move the clock. When the first pass begins,
    none is due yet, one by a single millisecond, and none has a stamp; when the second begins, one is due on the millisecond."""
    programs = []
    for index in range(SIZE):
        program = Program(hops=1 + index % 2).clock(r.randrange(300, 400))
        steps, works = [r.randrange(40, 80) for _ in range(5)], [r.randrange(2, 30) for _ in range(5)]
        rest = r.randrange(2, 30)
        edges = [steps[0] + 1, steps[0] + works[0] + rest + steps[1]]
        for number, due in enumerate(sorted([*edges, *r.sample(range(max(edges) + 1, 300), 3)])):
            program.later(due, f"timer{number}", ["clock", r.randrange(1, 20)])
        for number, (step, work) in enumerate(zip(steps, works, strict=True)):
            program.clock(step).soon(f"q{number}", ["clock", work])
            if number == 0:
                program.soon("rest", ["clock", rest])
            program.one_pass()
            for timer in range(5) if number in (0, 4) else ():
                program.look("expired", f"timer{timer}")
        programs.append(program)
    return programs


def timers_and_queue(r: Random) -> list[Program]:
    """Due timers beside callbacks that were queued before the pass, few or many; and one callback that is queued and
    that two timers have."""
    same = Program(hops=2).soon("q0").soon("q1").arm(r.randrange(5, 50), "q0").arm(r.randrange(5, 50), "q0").soon("q2")
    busy = Program().later(r.randrange(5, 50), "timer")
    for number in range(r.randrange(12, 20)):
        busy.soon(f"q{number}")
    programs = [same.clock(60).one_pass(), busy.clock(60).one_pass()]
    for index in range(SIZE):
        program = Program(hops=2 - index % 2)
        for number, due in enumerate(sorted(r.sample(range(10, 60), r.randrange(1, 4)))):
            program.later(due, f"timer{number}")
        for number in range(r.randrange(1, 4)):
            program.soon(f"q{number}", ["soon", f"after{number}"])
        programs.append(program.clock(60).one_pass().one_pass())
    return programs


def due_in_mid_pass(r: Random) -> list[Program]:
    """Callbacks that take so long that timers come due meanwhile, and timers armed by callbacks; also in a pass that begins
    with nothing ready."""
    programs = []
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
        program.later(5, "first", ["clock", r.randrange(40, 90)], ["later", r.randrange(80, 100), "armed inside"])
        for number, due in enumerate(sorted(r.sample(range(20, 80), 3))):
            program.later(due, f"timer{number}")
        if index:
            program.soon("q0", ["clock", r.randrange(1, 15)]).soon(
                "q1", ["clock", r.randrange(1, 50)], ["soon", "next"]
            )
        program.clock(r.randrange(6, 15))
        programs.append(program.one_pass().look("armed").clock(100).one_pass().look("armed").one_pass())
    return programs


def clocks(r: Random) -> list[Program]:
    """Passes over timers that are overdue, due right now and not due, with and without ready work: in none of them may
    the clock be touched."""
    programs = []
    for index in range(SIZE):
        early, now, far = sorted(r.sample(range(5, 120), 3))
        program = (
            Program(hops=1 + index % 2)
            .clock(r.randrange(1, 50))
            .soon("without timers", ["clock", r.randrange(1, 9)])
            .one_pass()
            .look("armed")
        )
        program.later(early, "overdue").later(now, "due now").later(far + 40, "not due")
        program.clock(now).soon("beside timers", ["clock", r.randrange(1, 9)]).one_pass().look("armed")
        program.clock(r.randrange(1, 30)).one_pass().look("armed")
        programs.append(program.clock(far + 40).one_pass().look("armed").one_pass().look("armed"))
    return programs


def errors(r: Random) -> list[Program]:
    """A callback that raises, whatever it raises: the exception leaves the pass. What was ready behind it would raise, too,
    wherever else it were run, or is harmless: then nobody raises in its place."""
    programs = []
    for index, error in enumerate(r.sample(sorted(ERRORS), len(ERRORS))):
        program = Program(hops=1 + index // 2 % 2)
        behind = [["raise", error]] if index // 2 % 2 else []
        for number in range(r.randrange(1, 3)):
            program.soon(f"q{number}")
        if index % 2:
            program.later(5, "broken", ["raise", error]).later(6, "behind", *behind).clock(7)
        else:
            program.soon("broken", ["raise", error]).soon("behind", *behind)
        programs.append(program.one_pass().one_pass())
    return programs
