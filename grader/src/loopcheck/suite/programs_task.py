"""What is asked of `Task.step` and `Task._suspend`: tasks with scripts drawn at random, and time that passes around them."""

from __future__ import annotations

from random import Random

from ..probes.errors import ERRORS
from ..probes.program import Op, Program

SIZE = 3
UNKNOWN = ("BURN", "Sleep", "burns", "sleeping", "bur", "lee", "b", "step")
"""Kinds of commands that do not exist, and look like some that do: by their letters, their beginning, a part of them."""
PERIODS = (20, 400)
"""The shortest and the longest sleep that is asked for, in ms."""


def _ms(r: Random) -> int:
    return r.randrange(*PERIODS)


def burns(r: Random) -> list[Program]:
    """Tasks that burn, a little or much, among callbacks that were queued before and after them, beside timers that are due
    meanwhile; and one that burns alone, while a timer is armed."""
    alone = Program(hops=2).later(r.randrange(2000, 9999), "far").task("t", *(["burn", _ms(r)] for _ in range(4)))
    for _ in range(5):
        alone.one_pass()
    programs = [alone]
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
        if index:
            program.later(r.randrange(10, 1000), "timer0").later(r.randrange(1000, 2000), "timer1")
        for number in range(r.randrange(2, 4)):
            for extra in range(r.randrange(3)):
                program.soon(f"q{number}{extra}", ["clock", r.randrange(1, 9)])
            much = ["burn", r.randrange(1000, 9999)]
            program.task(f"t{number}", much, *(["burn", _ms(r)] for _ in range(r.randrange(1, 4))))
        program.soon("last", ["soon", "later"])
        for _ in range(5):
            program.one_pass()
        programs.append(program)
    return programs


def sleep_among_burns(r: Random) -> list[Program]:
    """Tasks that burn, sleep and burn again: while they sleep, they are not in the queue. One wakes on the millisecond."""
    programs = []
    for index, late in enumerate((0, r.randrange(40), r.randrange(40))):
        first, second = _ms(r), _ms(r)
        early = r.randrange(1, first)
        script: list[Op] = [["burn", r.randrange(1, 30)] for _ in range(r.randrange(3))]
        program = Program(hops=1 + index % 2).clock(r.randrange(100))
        program.task(
            "t", *script, ["sleep", first], ["burn", r.randrange(1, 9)], ["burn", r.randrange(1, 9)], ["sleep", second]
        )
        for _ in range(len(script) + 1):
            program.one_pass()
        program.soon("q").one_pass().clock(early).one_pass().clock(first - early + late)
        for _ in range(3 + program.hops):
            program.one_pass()
        programs.append(program.clock(second + r.randrange(40)).one_pass().one_pass())
    return programs


def own_time(r: Random) -> list[Program]:
    """Tasks whose own code takes time as soon as they are woken: `ran_at` is the clock before that."""
    programs = []
    for _ in range(SIZE):
        delays = [_ms(r) for _ in range(3)]
        script: list[Op] = [["clock", r.randrange(1, 50)]]
        for delay in delays:
            script += [["sleep", delay], ["clock", r.randrange(5, 50)]]
        program = Program().task("t", *script).one_pass()
        for delay in delays:
            program.clock(delay + r.randrange(1, 30)).one_pass().one_pass()
        programs.append(program)
    return programs


def wakes(r: Random) -> list[Program]:
    """Tasks that sleep, named, without a name, and of the same name, and callbacks that take time between the stamps; and two
    whose stamps are the same, to the millisecond."""
    twins, first = Program(hops=1), _ms(r)
    for number in range(2):
        twins.task_called("twin", f"t{number}", ["sleep", first], ["sleep", _ms(r)])
    twins.one_pass().clock(first).one_pass().clock(PERIODS[1]).one_pass()
    programs = [twins]
    for hops, same in ((1, None), (2, None), (2, r.choice(["kim", "hog", "heartbeat"]))):
        names: list[str | None] = [*r.sample(["ada", "bob", "cy", "dot", "eve"], 2), same]
        program = Program(hops=hops)
        for number, name in enumerate([*names, same] if same else names):
            script: list[Op] = [["sleep", _ms(r)], ["burn", r.randrange(1, 30)], ["sleep", _ms(r)]]
            program.task_called(name, f"t{number}", *script)
        program.one_pass()
        for number in range(6):
            program.soon(f"q{number}", ["clock", r.randrange(1, 30)]).clock(r.randrange(60, 200)).one_pass()
        # Whatever is asleep by now wakes here, its four stamps all different on two hops.
        for number in range(4):
            program.soon(f"r{number}", ["clock", r.randrange(1, 30)]).clock(PERIODS[1]).one_pass()
        programs.append(program)
    return programs


def endings(r: Random) -> list[Program]:
    """Tasks of different length that end, some at once, some after a sleep; then more passes, until nothing is ready."""
    programs = []
    for index in range(SIZE):
        program = Program(hops=1 + index % 2)
        for number in range(3):
            script: list[Op] = [["burn", _ms(r)] for _ in range(r.randrange(3))]
            if r.randrange(2):
                script.append(["sleep", _ms(r)])
            program.task(f"t{number}", *script)
        for _ in range(3):
            program.one_pass()
        program.clock(PERIODS[1]).soon("last")
        program.one_pass().one_pass().one_pass()
        programs.append(program.clock(PERIODS[1]).one_pass().one_pass().look("idle"))
    return programs


def unknown_commands(r: Random) -> list[Program]:
    """A command of a kind that does not exist, at once or after some that do, also after a sleep: one that sorts before,
    between and after those two, and some that look much like them."""
    kinds = [*UNKNOWN, r.choice(["await", "add"]), r.choice(["idle", "nap", "pause"]), r.choice(["wait", "yield"])]
    programs = []
    for number, kind in enumerate(r.sample(kinds, len(kinds))):
        program = _after_known(r, number, ["yield", kind, r.randrange(1, 100)], ["burn", 1])
        # Whoever takes it for a sleep wakes here.
        programs.append(program.clock(100).one_pass().one_pass())
    return programs


def task_errors(r: Random) -> list[Program]:
    """A task that raises at once, in mid-work, or after a sleep, whatever it raises: the exception must arrive at whoever runs
    the pass."""
    errors = r.sample(sorted(ERRORS), len(ERRORS))
    return [_after_known(r, number, ["raise", error]) for number, error in enumerate(errors)]


def _after_known(r: Random, number: int, *script: Op) -> Program:
    """A task that comes to this after none to three burns, and every other time after a sleep on top, and is resumed until
    it is there."""
    burns, naps = number % 4, (number + number // 4) % 2
    known: list[Op] = [["burn", r.randrange(1, 30)] for _ in range(burns)]
    program = Program(hops=1 + number // 2 % 2).task("t", *known, *[["sleep", _ms(r)]] * naps, *script)
    for _ in range(5):
        program.one_pass()
    return program.clock(PERIODS[1]).one_pass().one_pass()


def _sleepers(r: Random, hops: int) -> Program:
    """Tasks that sleep again and again, late and punctual, beside callbacks that take time and queue more."""
    program = Program(hops=hops).clock(r.randrange(100)).soon("again", ["clock", 1], ["soon", "again"])
    # The later a task falls asleep, the sooner it is due: the heap has something to sort.
    firsts = sorted(r.sample(range(*PERIODS), r.randrange(2, 4)), reverse=True)
    for number, first in enumerate(firsts):
        second, between = _ms(r), r.randrange(1, 15)
        # The third sleep does not begin on waking.
        program.task(f"t{number}", ["sleep", first], ["sleep", second], ["burn", r.randrange(5, 50)], ["sleep", _ms(r)])
    # Of two passes, one begins 1 ms before the first deadline, and the next one on the millisecond. Then the same for the
    # second deadline of that task, which counts from its wake: after one more `again` on two hops, but before `between`.
    program.one_pass().clock(firsts[-1] - 1).one_pass().one_pass()
    program.soon("between", ["clock", between]).one_pass().clock(second - between - 3 + hops).one_pass().one_pass()
    for number in range(12):
        for extra in range(r.randrange(3)):
            program.soon(f"q{number}{extra}", ["clock", r.randrange(1, 30)])
        program.clock(r.randrange(1, 150)).one_pass()
    for _ in range(4):
        program.clock(r.randrange(PERIODS[1], 9999)).one_pass()
    return program


def _raises(r: Random, hops: int) -> Program:
    """A task that raises as soon as it is woken: nobody between the timer and the pass may keep that."""
    program, delay = Program(hops=hops), _ms(r)
    program.task("t", ["sleep", delay], ["raise", r.choice(sorted(ERRORS))])
    return program.one_pass().clock(delay + r.randrange(20)).one_pass().one_pass().soon("after").one_pass()


def one_hop(r: Random) -> list[Program]:
    """Sleepers on loops that wake them straight from the timer."""
    return [*(_sleepers(r, 1) for _ in range(SIZE)), _raises(r, 1)]


def two_hops(r: Random) -> list[Program]:
    """Sleepers on loops that wake them through a future."""
    return [*(_sleepers(r, 2) for _ in range(SIZE)), _raises(r, 2)]


def both_hops(r: Random) -> list[Program]:
    """Sleepers on both kinds of loop."""
    return [_sleepers(r, hops) for hops in (1, 2, 1, 2)]


def armed_timers(r: Random) -> list[Program]:
    """How many timers are armed, and when the next is due, while tasks fall asleep, the first due ones wake, and then all
    but one, whose sleep is long."""
    programs = []
    for hops in (1, 2, 1, 2):
        program = Program(hops=hops)
        delays = [100 * number + r.randrange(20, 90) for number in range(r.randrange(2, 5), 0, -1)]
        for number, delay in enumerate([r.randrange(2000, 9999), *delays]):
            program.clock(r.randrange(1, 10)).task(f"t{number}", ["sleep", delay], ["sleep", _ms(r)])
            program.one_pass().look("armed").look("due")
        # Two are due at once, each by a timer of its own.
        program.task("twin", ["sleep", delays[-1]], ["sleep", _ms(r)]).one_pass().look("armed").look("due")
        program.clock(delays[-1]).one_pass().look("armed").one_pass().look("armed").look("due")
        program.clock(PERIODS[1] + 100).one_pass().look("armed").one_pass().look("armed").look("due")
        programs.append(program)
    return programs


def two_loops(r: Random) -> list[Program]:
    """Sleepers on two loops whose clocks, hops and work are their own, interleaved, some of them of the same name; and some
    that are due at the same time."""
    programs = []
    for hops, others in ((1, 1), (2, 2), (1, 2), (2, 1)):
        program = Program(hops=hops)
        for number in range(4):
            first = _ms(r) if number > 1 else PERIODS[1]
            called = "twin" if hops == others else f"t{number}"
            program.loop(number % 2, (hops, others)[number % 2]).clock(r.randrange(1, 100))
            program.task_called(called, f"t{number}", ["sleep", first], ["sleep", _ms(r)])
            if number > 1:
                # The first deadline of this loop, one millisecond before it, and on it.
                program.one_pass().clock(first - 1).one_pass().clock(1).one_pass()
        for number in (0, 1):
            # Both sleepers of a loop are due in one pass, and time goes on before the next.
            program.loop(number).one_pass().clock(PERIODS[1]).one_pass().clock(r.randrange(5, 20)).one_pass()
        for number in range(14):
            program.loop(r.randrange(2)).soon(f"q{number}", ["clock", r.randrange(1, 30)])
            program.clock(r.randrange(1, 150)).one_pass()
        programs.append(program)
        programs.append(_due_at_once(r, hops))
    return programs


def _due_at_once(r: Random, hops: int) -> Program:
    """Tasks of one name that fall asleep at the same time for the same time, and then for different ones."""
    program, delay = Program(hops=hops), _ms(r)
    for number in range(r.randrange(2, 4)):
        program.task_called("twin", f"t{number}", ["sleep", delay], ["sleep", _ms(r)])
    program.one_pass().clock(delay + r.randrange(20)).one_pass().clock(r.randrange(1, 20)).one_pass()
    return program.clock(PERIODS[1]).one_pass().clock(r.randrange(1, 20)).one_pass()


def by_itself(r: Random) -> list[Program]:
    """A task that calls its own `_suspend`. What comes of it then is nobody's business: the task raises at once."""
    programs = []
    for hops in (1, 2):
        script: list[Op] = [["clock", r.randrange(1, 30)], ["suspend", _ms(r)], ["look", "armed", ""]]
        program = Program(hops=hops).clock(r.randrange(100)).task("t", *script, ["raise", "TaskError"])
        programs.append(program.one_pass())
    return programs
