"""A program: a list of small operations on futures, tasks, timers and the loop, and a log of what came of them.

It is how one function is tried alone: queue a callback, attach a waiter, resolve, one pass. The same program runs on
the student's own loop, pass by pass, or on a loop worked off by hand, turn by turn (see hand.py); then each pass says
how many timers expire and how many callbacks run in it.

An event of the log is `[what, name, clock, pass, extra]`. Pass 0 means: outside of any pass.

    ran       a callback ran                          extra: None
    fired     the callback of a timer ran             extra: the timer's expired_at
    resumed   the body of a task got the CPU          extra: rows in the trace at that moment
    suspended a recording `_suspend` was called       extra: the delay
    done      a look at `future.done`                 extra: 1 or 0
    expired   a look at `timer.expired_at`            extra: the stamp
    armed     a look at how many timers are armed     extra: their number
    due       a look at the timer that is due first   extra: its `when`, None without one
    idle      a look at whether nothing is ready      extra: 1 or 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from .errors import ERRORS
from .hand import HandLoop
from .plain import Plain, Raised, plain, plain_error, plain_rows

Op = list[Any]
Event = list[Plain]

BUDGET = 2_000
"""Events after which a program is given up: it is made for a handful."""


class Callback:
    """A callback that is no function: an object that can be called, or has a method for it."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call

    def __call__(self) -> object:
        return self.call()

    def run(self) -> object:
        """As a bound method: `step` is one."""
        return self.call()


FORMS: dict[str, Callable[[Callable[[], object]], Callable[[], object]]] = {
    "method": lambda call: Callback(call).run,
    "object": Callback,
    "partial": partial,
}
"""What callbacks with these names are, beside functions. Whatever can be called without arguments is one, and what it
returns is nobody's business: these return their name."""


@dataclass
class Program:
    """Operations in order, and `bodies`: what a callback does when it runs. The methods append one operation each.

    `by_hand` replaces the loop's passes by turns, `hand_loop` the loop itself; `record_suspend` replaces `_suspend` by
    one that only notes its delay.
    """

    hops: int = 1
    ops: list[Op] = field(default_factory=list)
    bodies: dict[str, list[Op]] = field(default_factory=dict)
    by_hand: bool = False
    hand_loop: bool = False
    record_suspend: bool = False

    def loop(self, index: int, hops: int = 0) -> Program:
        """Use the loop of that number from here on; it is made when it is first used. Programs begin on loop 0. `hops`
        may give it other hops than those of the program."""
        return self._then("loop", index, *([hops] if hops else []))

    def soon(self, name: str, *body: Op) -> Program:
        """`call_soon` with a callback of that name, which carries out `body` when it runs."""
        self.bodies[name] = list(body)
        return self._then("soon", name)

    def later(self, delay: int, name: str, *body: Op) -> Program:
        """`call_later` with a callback of that name."""
        self.bodies[name] = list(body)
        return self._then("later", delay, name)

    def arm(self, delay: int, name: str) -> Program:
        """`call_later` with the callback that `soon` queues under that name: the same object may be queued and armed, more
        than once."""
        return self._then("arm", delay, name)

    def clock(self, ms: int) -> Program:
        """Let `ms` milliseconds pass."""
        return self._then("clock", ms)

    def future(self, name: str) -> Program:
        """Make a future, pending, without a waiter."""
        return self._then("future", name)

    def wait(self, future: str, name: str, *body: Op) -> Program:
        """Attach a callback of that name as the future's waiter."""
        self.bodies[name] = list(body)
        return self._then("wait", future, name)

    def resolve(self, future: str) -> Program:
        """`set_result`."""
        return self._then("resolve", future)

    def resolve_again(self, future: str) -> Program:
        """`set_result` on a future that is done: it may be silent or raise."""
        return self._then("resolve again", future)

    def task(self, name: str, *script: Op) -> Program:
        """Make a task whose body carries out `script`. `["burn", ms]`, `["sleep", ms]` and `["yield", kind, ms]` yield
        a command, `["raise", error]` raises, `["suspend", ms]` calls its own `_suspend`, and any other operation is
        done in place."""
        return self._then("task", name, list(script))

    def task_called(self, called: str | None, name: str, *script: Op) -> Program:
        """The same for a task whose own name is `called`: None, or one that other tasks have, too."""
        return self._then("task", name, list(script), called)

    def asleep(self, task: str, deadline: int, expired: int, fired: int) -> Program:
        """Set the three stamps of a task by hand, as `_suspend` and its timer will do it."""
        return self._then("asleep", task, deadline, expired, fired)

    def one_pass(self, expire: int = 0, turns: int = 0) -> Program:
        """One `run_once`; by hand: `expire` timers expire, then `turns` callbacks run."""
        return self._then("pass", expire, turns)

    def look(self, what: str, name: str = "") -> Program:
        """Log what can be seen: "done" of a future, "expired" of a timer, "armed" timers, when the next is "due", whether
        nothing is ready ("idle"). The next timer is the first of the heap, as for `run`."""
        return self._then("look", what, name)

    def _then(self, *op: Any) -> Program:
        self.ops.append(list(op))
        return self


@dataclass
class ProgramFacts:
    """What happened: the log, and of each loop its trace and its clock. An exception ends the program; `at` is the
    index of the operation that raised it, or that was the last."""

    log: list[Event] = field(default_factory=list)
    rows: list[list[list[Plain]]] = field(default_factory=list)
    clocks: list[Plain] = field(default_factory=list)
    runaway: list[Plain] = field(default_factory=list)
    raised: Raised = field(default_factory=list)
    at: int = 0


class Bench:
    """Where one program runs: its loops, futures, tasks and timers, by name."""

    def __init__(self, program: Program, package: str = "mini_asyncio") -> None:
        self.program = program
        self.package = package
        self.facts = ProgramFacts()
        self.loops: dict[int, Any] = {}
        self.futures: dict[str, Any] = {}
        self.timers: dict[str, Any] = {}
        self.tasks: dict[str, Any] = {}
        self.callbacks: dict[tuple[int, str], Callable[[], object]] = {}
        self.hops_of: dict[int, int] = {}
        self.current = 0
        self.passes = 0
        self.running = 0

    def run(self) -> ProgramFacts:
        """Carry out the program's operations until one raises."""
        facts = self.facts
        try:
            for facts.at, op in enumerate(self.program.ops):
                self.do(op)
        except Exception as error:  # noqa: BLE001 - whatever the submission raises is a fact
            facts.raised = plain_error(error)
        for index in sorted(self.loops):
            facts.rows.append(plain_rows(self.loops[index].trace))
            facts.clocks.append(plain(self.loops[index].clock))
        return facts

    @property
    def here(self) -> Any:
        """The loop in use."""
        if self.current not in self.loops:
            self.loops[self.current] = self.make_loop()
        return self.loops[self.current]

    def make_loop(self) -> Any:
        hops = self.hops_of.get(self.current, self.program.hops)
        if self.program.hand_loop:
            return HandLoop(hops, self.package)
        return import_module(f"{self.package}.loop").EventLoop(hops)

    def make_task(self, loop: Any, body: Iterator[Any], name: str, called: str | None) -> Any:
        if not self.program.record_suspend:
            return loop.create_task(body, called)
        note = self.note
        task_class = import_module(f"{self.package}.task").Task

        class RecordingTask(task_class):  # type: ignore[misc,valid-type]  # the class is the submission's own
            def _suspend(self, delay: int, *_: Any) -> None:
                note("suspended", name, loop, plain(delay))

        return RecordingTask(loop, body, called)

    def note(self, what: str, name: str, loop: Any, extra: Plain = None) -> bool:
        """Log one event. False when the budget is used up: then nothing more may happen."""
        if len(self.facts.log) >= BUDGET:
            self.facts.runaway = [name, len(self.facts.log)]
            return False
        self.facts.log.append([what, name, plain(loop.clock), self.running, extra])
        return True

    def callback(self, name: str, timer: bool = False) -> Callable[[], object]:
        """A callback that logs itself and then carries out its body, on the loop in use now."""
        home, loop = self.current, self.here

        def call() -> object:
            stamp = plain(self.timers[name].expired_at) if timer else None
            if self.note("fired" if timer else "ran", name, loop, stamp):
                self.within(home, self.program.bodies.get(name, []))
            return name if name in FORMS else None

        return FORMS[name](call) if name in FORMS else call

    def known_callback(self, name: str) -> Callable[[], object]:
        """The same object for the same name on the same loop, as it is with the step of a task."""
        if (self.current, name) not in self.callbacks:
            self.callbacks[self.current, name] = self.callback(name)
        return self.callbacks[self.current, name]

    def within(self, home: int, ops: list[Op]) -> None:
        """Carry out operations on the loop of that number."""
        before, self.current = self.current, home
        try:
            for op in ops:
                self.do(op)
        finally:
            self.current = before

    def do(self, op: Op) -> None:
        """Carry out one operation."""
        verb, *args = op
        getattr(self, "do_" + verb.replace(" ", "_"))(*args)

    def do_loop(self, index: int, hops: int = 0) -> None:
        self.current = index
        if hops:
            self.hops_of[index] = hops

    def do_soon(self, name: str) -> None:
        self.here.call_soon(self.known_callback(name))

    def do_later(self, delay: int, name: str) -> None:
        self.timers[name] = self.here.call_later(delay, self.callback(name, timer=True))

    def do_arm(self, delay: int, name: str) -> None:
        self.here.call_later(delay, self.known_callback(name))

    def do_clock(self, ms: int) -> None:
        self.here.clock += ms

    def do_future(self, name: str) -> None:
        self.futures[name] = import_module(f"{self.package}.future").Future(self.here)

    def do_wait(self, future: str, name: str) -> None:
        self.futures[future].waiter = self.known_callback(name)

    def do_resolve(self, future: str) -> None:
        self.futures[future].set_result()

    def do_resolve_again(self, future: str) -> None:
        with suppress(Exception):  # raising is one of the two right ways; what it must not do is seen in the log
            self.futures[future].set_result()

    def do_task(self, name: str, script: list[Op], *called: str | None) -> None:
        self.tasks[name] = self.make_task(self.here, self.task_body(name, script), name, called[0] if called else name)

    def do_suspend(self, task: str, ms: int) -> None:
        self.tasks[task]._suspend(ms)

    def do_asleep(self, task: str, deadline: int, expired: int, fired: int) -> None:
        sleeper = self.tasks[task]
        sleeper.deadline, sleeper.expired_at, sleeper.fired_at = deadline, expired, fired

    def task_body(self, name: str, script: list[Op]) -> Iterator[Any]:
        """The generator that a program hands to a task: plain, and logged from within."""
        home, loop = self.current, self.here
        make = import_module(f"{self.package}.commands")
        commands = {"burn": make.burn, "sleep": make.sleep, "yield": lambda kind, ms: (kind, ms)}
        if not self.note("resumed", name, loop, len(loop.trace)):
            return
        for verb, *args in script:
            if verb in commands:
                yield commands[verb](*args)
                if not self.note("resumed", name, loop, len(loop.trace)):
                    return
            elif verb == "suspend":
                self.do_suspend(name, *args)
            else:
                self.within(home, [[verb, *args]])

    def do_raise(self, error: str) -> None:
        raise ERRORS[error](error)

    def do_pass(self, expire: int, turns: int) -> None:
        loop = self.here
        self.passes += 1
        self.running = self.passes
        try:
            if self.program.by_hand:
                self.by_hand(loop, expire, turns)
            else:
                loop.run_once()
        finally:
            self.running = 0

    def by_hand(self, loop: Any, expire: int, turns: int) -> None:
        """One pass of the loop, worked off from outside."""
        from .turns import expire_next, turn  # not there where a submission could make a `run_once` of it

        for _ in range(expire):
            expire_next(loop)
        for _ in range(turns):
            turn(loop)
            self.after_turn(loop)

    def after_turn(self, loop: Any) -> None:
        """For benches that have work of their own between two callbacks."""

    def do_look(self, what: str, name: str) -> None:
        if what == "done":
            seen: Plain = int(bool(self.futures[name].done))
        elif what == "expired":
            seen = plain(self.timers[name].expired_at)
        elif what == "due":
            seen = plain(self.here.timers[0][0]) if self.here.timers else None
        elif what == "idle":
            seen = int(not self.here.ready)
        else:
            seen = len(self.here.timers)
        self.note(what, name, self.here, seen)


def run_program(program: Program, package: str = "mini_asyncio") -> ProgramFacts:
    """Carry out a program on the futures, tasks and loops of `package`."""
    return Bench(program, package).run()
