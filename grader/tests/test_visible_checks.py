"""The checks that students run: right solutions pass in any style, wrong ones learn why, and stubs know what is next.

Each test assembles a student's folder from the reference package and runs `python -m pytest` in it, as a student does.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from . import template_support as support

ROOT, edit, run_checks, student_folder, write = (
    support.ROOT,
    support.edit,
    support.run_checks,
    support.student_folder,
    support.write,
)
Run = Any

FUNCTIONS = ("set_result", "step", "suspend", "run_once")
STUB = 'raise NotImplementedError("exercise")'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return student_folder(tmp_path)


PRIVATE_STAMPS = {
    "step": """
        if getattr(self, "_nap", None):
            asked, expired, fired = self._nap
            self._nap = None
            self.loop.trace.append(Wake(self.name, asked, expired, fired, self.loop.clock))
        try:
            kind, ms = self.coro.send(None)
        except StopIteration:
            return
        if kind == BURN:
            self.loop.clock += ms
            self.loop.call_soon(self.step)
        elif kind == SLEEP:
            self._suspend(ms)
        else:
            raise ValueError(kind)
    """,
    "suspend": """
        def fire():
            self._nap = (timer.when, timer.expired_at, self.loop.clock)
            if self.loop.hops == 1:
                return self.step()
            future = Future(self.loop)
            future.waiter = self.step
            future.set_result()

        timer = self.loop.call_later(delay, fire)
    """,
}
CLASS_DISPATCH = """
        if self.deadline is not None:
            self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
            self.deadline = self.expired_at = self.fired_at = None
        class UnknownCommand(ValueError):
            pass
        if (command := next(self.coro, None)) is None:
            return
        handler = {BURN: Task._burn, SLEEP: Task._suspend}.get(command[0])
        if handler is None:
            raise UnknownCommand(f"no such command: {command}")
        handler(self, command[1])

    def _burn(self, ms):
        self.loop.clock += ms
        self.loop.ready.append(self.step)
"""
ONE_FUTURE = """
        if not hasattr(self, "future"):
            self.future = Future(self.loop)
            self.future.waiter = self.step
        self.future.done = False
        self.timer = self.loop.call_later(delay, self._fire)
        self.deadline = self.timer.when

    def _fire(self):
        self.expired_at, self.fired_at = self.timer.expired_at, self.loop.clock
        self.future.set_result() if self.loop.hops == 2 else self.step()
"""
WAITING_LIST = """
        if self.done:
            return
        self.done = True
        for callback in self._waiting:
            self.loop.call_soon(callback)

    @property
    def waiter(self):
        return self._waiting[0] if self._waiting else None

    @waiter.setter
    def waiter(self, callback):
        self._waiting = [callback]
"""
RIGHT: dict[str, dict[str, str]] = {
    "list copy and clear": {
        "run_once": """
            due = []
            while self.timers and self.timers[0][0] <= self.clock:
                timer = heapq.heappop(self.timers)[2]
                timer.expired_at = self.clock
                due.append(timer.callback)
            self.ready.extend(due)
            batch = list(self.ready)
            self.ready.clear()
            for callback in batch:
                callback()
        """
    },
    "fresh deque, partition and heapify": {
        "run_once": """
            due = sorted(entry for entry in self.timers if entry[0] <= self.clock)
            self.timers = [entry for entry in self.timers if entry[0] > self.clock]
            heapq.heapify(self.timers)
            for _, _, timer in due:
                timer.expired_at = self.clock
                self.call_soon(timer.callback)
            batch, self.ready = self.ready, deque()
            while batch:
                batch.popleft()()
        """
    },
    "sentinel": {
        "run_once": """
            while self.timers and not self.timers[0][0] > self.clock:
                timer = heapq.heappop(self.timers)[-1]
                timer.expired_at = self.clock
                self.call_soon(timer.callback)
            end = object()
            self.ready.append(end)
            while (callback := self.ready.popleft()) is not end:
                callback()
        """
    },
    "match and next": {
        "step": """
            if self.deadline is not None:
                self.loop.trace.append(Wake(self.name, self.deadline, self.expired_at, self.fired_at, self.loop.clock))
                self.deadline = None
            try:
                command = next(self.coro)
            except StopIteration:
                return
            match command:
                case ("burn", ms):
                    self.loop.clock += ms
                    self.loop.ready.append(self.step)
                case ("sleep", ms):
                    self._suspend(ms)
                case _:
                    raise ValueError("what?")
        """
    },
    "dispatch through the class": {"step": CLASS_DISPATCH},
    "private stamps": PRIVATE_STAMPS,
    "no future at all": {
        "suspend": """
            def fire(wake=self.loop.call_soon if self.loop.hops == 2 else lambda step: step()):
                self.expired_at, self.fired_at = timer.expired_at, self.loop.clock
                wake(self.step)

            self.deadline = self.loop.clock + delay
            timer = self.loop.call_later(delay, fire)
        """
    },
    "one future for all sleeps": {"suspend": ONE_FUTURE},
    "result, and a second one raises": {
        "set_result": """
            if self.done:
                raise RuntimeError("done already")
            print("resolved")
            if self.waiter:
                self.loop.ready.append(self.waiter)
            self.done = True
        """
    },
}


@pytest.mark.parametrize("style", ["reference", *RIGHT])
def test_a_right_solution_passes_every_check(folder: Path, style: str) -> None:
    write(folder, RIGHT.get(style, {}))
    run = run_checks(folder)
    assert run.done == [1, 2, 3, 4, 5], run.out
    assert run.code == 0


def test_a_list_of_callbacks_with_waiter_as_a_property_is_right(folder: Path) -> None:
    edit(folder, "future.py", "self.waiter: Callable[[], object] | None = None", "self._waiting = []")
    write(folder, {"set_result": WAITING_LIST})
    run = run_checks(folder)
    assert run.code == 0, run.out


def test_helpers_that_a_student_added_to_the_loop_are_there(folder: Path) -> None:
    helper = "    def wake(self, step):\n        self.ready.append(step)\n\n"
    edit(folder, "loop.py", "    def call_later(", f"{helper}    def call_later(")
    edit(folder, "future.py", "self.loop.call_soon(self.waiter)", "self.loop.wake(self.waiter)")
    run = run_checks(folder)
    assert run.code == 0, run.out


def test_without_any_future_only_the_first_exercise_is_open(folder: Path) -> None:
    write(folder, {"set_result": STUB, "suspend": RIGHT["no future at all"]["suspend"]})
    assert run_checks(folder).done == [2, 3, 4, 5]


FORGET = "self.deadline = self.expired_at = self.fired_at = None"
BATCH = "for _ in range(len(self.ready)):"
WAKE = "self.loop.call_soon(self.waiter)"
ENDED = "except StopIteration:"
UNKNOWN = 'raise ValueError(f"unknown command {kind!r}")'

# name -> (module, what stands there, what stands there instead, what the student must read)
SWAPS = {
    "drain": ("loop.py", BATCH, "while self.ready:", "(it drains it) never ends"),
    "one callback per pass": ("loop.py", BATCH, "if self.ready:", "not one callback per pass"),
    "off by one": ("loop.py", "range(len(self.ready))", "range(len(self.ready) - 1)", "all of what was ready"),
    "last in, first out": ("loop.py", "self.ready.popleft()()", "self.ready.pop()()", "first in, first out"),
    "stamped with the deadline": (
        "loop.py",
        "= self.clock\n            self",
        "= timer.when\n            self",
        "stamped with the clock (50)",
    ),
    "due only after the deadline": ("loop.py", "<= self.clock", "< self.clock", "due means `when <= clock`"),
    "one timer per pass": ("loop.py", "while self.timers and", "if self.timers and", "not one timer per pass"),
    "timers in front": ("loop.py", "append(timer.callback)", "appendleft(timer.callback)", "earliest deadline first"),
    "waiter inline": ("future.py", WAKE, "self.waiter()", "does not run the waiter in place"),
    "waiter twice": ("future.py", WAKE, f"{WAKE}, {WAKE}", "one entry"),
    "waiter to the front": ("future.py", WAKE, "self.loop.ready.appendleft(self.waiter)", "not at the front"),
    "an extra hop": (
        "future.py",
        WAKE,
        f"self.loop.call_soon(lambda: {WAKE})",
        "puts the waiter into the ready queue and returns",
    ),
    "never done": ("future.py", "self.done = True", "pass", "says whether the result is there"),
    "burn to the front": ("task.py", "self.loop.call_soon(", "self.loop.ready.appendleft(", "back of the ready queue"),
    "sleep never forgotten": ("task.py", f"{FORGET}\n        try", "pass\n        try", "A burn is no wake-up"),
    "stop iteration escapes": ("task.py", f"{ENDED}\n            return", f"{ENDED}\n            raise", "no error"),
    "everything swallowed": ("task.py", ENDED, "except Exception:", "swallows every exception"),
    "unknown command ignored": ("task.py", UNKNOWN, "pass", "would lose the task"),
    "hops swapped": ("task.py", "hops == 2:", "hops == 1:", "hops is the number of trips"),
    "deadline is the delay": (
        "task.py",
        "deadline = self.loop.clock + delay",
        "deadline = delay",
        "counted from the moment",
    ),
    "fired when expired": (
        "task.py",
        "fired_at = self.loop.clock",
        "fired_at = timer.expired_at",
        "`fired` is 120 and should be 150",
    ),
}
WRONG_BODIES = {
    "wake recorded late": (
        {
            "step": """
                try:
                    kind, ms = self.coro.send(None)
                except StopIteration:
                    return
                finally:
                    if self.deadline is not None:
                        stamps = (self.deadline, self.expired_at, self.fired_at, self.loop.clock)
                        self.loop.trace.append(Wake(self.name, *stamps))
                        self.deadline = self.expired_at = self.fired_at = None
                if kind == BURN:
                    self.loop.clock += ms
                    self.loop.call_soon(self.step)
                elif kind == SLEEP:
                    self._suspend(ms)
                else:
                    raise ValueError(kind)
            """
        },
        "a Wake that is recorded late",
    ),
    "ties reversed": (
        {
            "run_once": """
                due = [entry for entry in self.timers if entry[0] <= self.clock]
                self.timers = sorted(entry for entry in self.timers if entry[0] > self.clock)
                for _, _, timer in sorted(due, key=lambda entry: (entry[0], -entry[1])):
                    timer.expired_at = self.clock
                    self.ready.append(timer.callback)
                for _ in range(len(self.ready)):
                    self.ready.popleft()()
            """
        },
        "first armed first among equals",
    ),
    "timers after the batch": (
        {
            "run_once": """
                for _ in range(len(self.ready)):
                    self.ready.popleft()()
                while self.timers and self.timers[0][0] <= self.clock:
                    _, _, timer = heapq.heappop(self.timers)
                    timer.expired_at = self.clock
                    self.ready.append(timer.callback)
            """
        },
        "runs in the pass that found it due",
    ),
}


def told(run: Run) -> str:
    """The output as one line of words: accounts are wrapped."""
    return " ".join(run.out.split())


@pytest.mark.parametrize("mistake", SWAPS)
def test_a_small_mistake_is_named(folder: Path, mistake: str) -> None:
    module, old, new, concept = SWAPS[mistake]
    edit(folder, module, old, new)
    run = run_checks(folder)
    assert run.code == 1, run.out
    assert concept in told(run), run.out


@pytest.mark.parametrize("mistake", WRONG_BODIES)
def test_a_mistake_of_a_whole_function_is_named(folder: Path, mistake: str) -> None:
    bodies, concept = WRONG_BODIES[mistake]
    write(folder, bodies)
    run = run_checks(folder)
    assert run.code == 1, run.out
    assert concept in told(run), run.out


def test_timers_that_jump_the_queue_are_wrong_in_the_whole_loop_too(folder: Path) -> None:
    edit(folder, "loop.py", "self.ready.append(timer.callback)", "due.append(timer.callback)")
    edit(folder, "loop.py", "        while self.timers and", "        due = []\n        while self.timers and")
    edit(
        folder,
        "loop.py",
        "        for _ in range(len",
        "        self.ready.extendleft(reversed(due))\n        for _ in range(len",
    )
    run = run_checks(folder)
    assert "timers do not jump the queue" in told(run), run.out
    assert [number for number in run.rows if number not in run.done] == [4, 5]


@pytest.mark.parametrize("body", [STUB, "pass", "..."])
def test_stubs_say_what_to_write_first_and_each_check_fails(folder: Path, body: str) -> None:
    write(folder, dict.fromkeys(FUNCTIONS, body))
    run = run_checks(folder)
    place = "Future.set_result in mini_asyncio/future.py"
    to_do = f"Next: exercise 1, {place}, see exercises/1-set_result/README.md"
    assert run.code == 1
    assert told(run).count(to_do) == 1, run.out
    assert all(row[:2] == ("  ", 0) for row in run.rows.values())
    assert len(run.rows) == 5
    assert len(run.out.splitlines()) < 15, run.out


@pytest.mark.parametrize("body", [STUB, pytest.param("pass", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("written", [1, 2, 3, 4])
def test_the_checks_of_an_exercise_pass_as_soon_as_it_is_written(folder: Path, written: int, body: str) -> None:
    write(folder, dict.fromkeys(FUNCTIONS[written:], body))
    run = run_checks(folder)
    assert run.done == ([1, 2, 3, 4, 5] if written == 4 else list(range(1, written + 1))), run.out
    assert run.code == (0 if written == 4 else 1)
    if written < 4:
        assert f"Next: exercise {written + 1}," in run.out


def test_a_dispatch_through_the_class_passes_before_suspend_is_written(folder: Path) -> None:
    write(folder, {"step": CLASS_DISPATCH, "suspend": STUB})
    assert run_checks(folder).done == [1, 2, 4]


def test_a_drained_loop_ends_soon_with_an_exact_account(folder: Path) -> None:
    edit(folder, "loop.py", "for _ in range(len(self.ready)):", "while self.ready:")
    run = run_checks(folder, "tests/test_5_whole_loop.py", "-v", "--durations=0", "--durations-min=0")
    assert "Resumed so far: heartbeat 1, hog 1999. The timer due at 1000 ms is still in the heap." in told(run), run.out
    assert "A pass that runs the queue until it is empty (it drains it) never ends" in told(run)
    seconds = [float(value) for value in re.findall(r"^(\d+\.\d+)s call", run.out, re.MULTILINE)]
    assert seconds
    assert sum(seconds) < 2


def test_a_loop_that_would_spin_is_not_run(folder: Path) -> None:
    write(folder, {"run_once": "self.clock = self.clock"})
    run = run_checks(folder, "tests/test_5_whole_loop.py")
    assert "run(until) would spin for ever: one pass did not run the one callback that was ready" in told(run), run.out
    assert run.rows[5][3] == "cannot run yet"


def test_a_check_that_never_ends_says_where_it_was(folder: Path) -> None:
    edit(folder, "loop.py", "            self.run_once()\n", "            self.clock = self.clock\n")
    run = run_checks(folder, "tests/test_5_whole_loop.py", "-x", "-o", "timeout=1")
    assert "Stopped, because it did not come to an end. It was at mini_asyncio/loop.py, line" in told(run), run.out


def test_a_syntax_error_costs_its_own_module_only(folder: Path) -> None:
    edit(folder, "task.py", "    def step(self) -> None:", "    def step(self) -> None")
    run = run_checks(folder)
    sentence = "mini_asyncio/task.py cannot be imported: SyntaxError: expected ':' (mini_asyncio/task.py, line 33)"
    assert told(run).count(sentence) == 1, run.out
    assert run.done == [1], run.out
    assert run.rows[2][3] == "cannot be imported"


def test_a_mistake_in_the_loop_leaves_futures_and_tasks_alone(folder: Path) -> None:
    edit(folder, "loop.py", "import heapq", "import heapqq")
    run = run_checks(folder)
    assert run.done == [1, 2, 3], run.out
    assert "mini_asyncio/loop.py cannot be imported: ModuleNotFoundError" in told(run)


def test_an_exception_is_shown_with_its_line(folder: Path) -> None:
    edit(folder, "task.py", f"{FORGET}\n        try", "self.oops.x = 1\n        try")
    run = run_checks(folder)
    sentence = "Your code raised AttributeError: 'Task' object has no attribute 'oops' (mini_asyncio/task.py, line"
    assert sentence in told(run), run.out
    assert "self.oops.x = 1" in run.out
    assert "Traceback" not in run.out


def test_an_exception_that_no_check_expected_is_short_unless_asked(folder: Path) -> None:
    edit(folder, "loop.py", "self.clock = 0\n", "self.clock = 1 // 0\n")
    only = "tests/test_5_whole_loop.py::test_an_exception_of_a_task_leaves_run"
    short = run_checks(folder, only)
    assert "It ended in ZeroDivisionError: integer division or modulo by zero (mini_asyncio/loop.py, line" in told(
        short
    )
    assert "self.clock = 1 // 0" in short.out
    assert "Traceback" not in short.out
    assert "Traceback" in run_checks(folder, only, "--tb=native").out


def test_the_first_wrong_stamp_is_marked_and_its_gap_named(folder: Path) -> None:
    edit(folder, "future.py", "self.loop.call_soon(self.waiter)", "self.waiter()")
    run = run_checks(folder, "tests/test_5_whole_loop.py")
    assert "yours    1  heartbeat          1000       1000       1200     *1200*" in run.out
    assert "right    1  heartbeat          1000       1000       1200       1400" in run.out
    assert "First difference: in wake 1, `ran` is 1200 and should be 1400 (`step` notes it;" in told(run)
    assert "the third gap" in told(run)


def test_one_failure_is_told_and_verbose_tells_all(folder: Path) -> None:
    edit(folder, "future.py", "self.loop.call_soon(self.waiter)", "self.waiter()")
    run = run_checks(folder)
    assert run.out.count("The experiment:") == 1
    assert "Also failing in exercise 1" in run.out
    assert len(run.out.splitlines()) < 45, run.out
    assert run_checks(folder, "-v").out.count("The experiment:") == 38 - sum(row[1] for row in run.rows.values())


def test_output_is_plain_ascii_in_80_columns(folder: Path) -> None:
    edit(folder, "loop.py", "for _ in range(len(self.ready)):", "while self.ready:")
    run = run_checks(folder, "-v", encoding="ascii")
    assert run.out.isascii()
    assert max(map(len, run.out.splitlines())) <= 80, run.out


def test_odd_characters_of_a_student_leave_the_lines_alone(folder: Path) -> None:
    edit(folder, "task.py", "kind, ms = self.coro.send(None)", 'raise KeyError("gr\u00f6\u00dfer \u2026")')
    run = run_checks(folder, encoding="ascii")
    assert "Your code raised KeyError: 'gr\\xf6\\xdfer \\u2026' (mini_asyncio/task.py, line 5" in told(run), run.out
    assert "\nThe experiment:\n" in run.out


def test_the_ways_to_run_it(folder: Path) -> None:
    write(folder, {"run_once": STUB})
    first = run_checks(folder, "-x")
    assert first.code == 1
    assert first.rows[5][3] == "not run"
    assert run_checks(folder, "-q").rows == run_checks(folder).rows
    assert run_checks(folder, "tests/test_2_step.py").done == [2]
    assert "All 9 checks of this run pass." in run_checks(folder, "tests/test_2_step.py").out
    assert "The one check of this run passes." in run_checks(folder, "-k", "one_timer_is_armed").out
    listed = run_checks(folder, "--collect-only", "-q")
    assert listed.code == 0
    assert "your event loop" not in listed.out


def test_every_check_has_a_sentence_for_the_student() -> None:
    for path in sorted((ROOT / "exercises").glob("[0-9]*/test_*.py")):
        source = path.read_text(encoding="utf-8")
        sentences = re.findall(r'\ndef test_\w+\(\) -> None:\n    """(.*)"""\n', source)
        assert len(sentences) == source.count("\ndef test_") >= 6
        assert all(sentence.endswith(".") and ". " not in sentence for sentence in sentences)


def test_the_units_are_those_of_the_manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "student_template/tests"))
    monkeypatch.delitem(sys.modules, "units", raising=False)
    units = import_module("units").UNITS

    manifest = tomllib.loads((ROOT / "exercises/course.toml").read_text(encoding="utf-8"))["exercise"]
    for number, (unit, entry) in enumerate(zip(units, manifest, strict=True), 1):
        assert (unit.number, unit.title, unit.folder) == (number, entry["title"], entry["folder"])
        assert (unit.module, unit.function) == (entry.get("module", ""), entry.get("function", ""))
        assert (ROOT / "exercises" / unit.folder / f"test_{unit.folder.replace('-', '_')}.py").is_file()


def before(run: Run, first: str, second: str) -> None:
    assert first in told(run), run.out
    assert second in told(run), run.out
    assert told(run).index(first) < told(run).index(second), run.out


def test_an_exception_is_told_first_and_where_in_the_experiment(folder: Path) -> None:
    edit(folder, "future.py", WAKE, "self.loop.call_soon(self.waiter, self)")
    run = run_checks(folder, "--exercise", "set_result")
    before(run, "Your code raised TypeError: EventLoop.call_soon() takes 2", "The experiment:")
    assert "  f.set_result()   <-- here\n" in run.out
    assert "Why:" not in run.out, "what the check is about explains no TypeError"
    assert "First difference" not in run.out


def test_an_exception_after_a_wrong_event_is_told_first_and_the_event_too(folder: Path) -> None:
    edit(folder, "future.py", WAKE, "self.loop.call_soon(self.waiter())")
    run = run_checks(folder, "--exercise", "set_result")
    before(run, "'NoneType' object is not callable", "The experiment:")
    assert "`call_soon(f())` calls f at once" in told(run)
    assert "`w ran` came at once, in place, and not from the ready queue in pass 1" in told(run)


def test_only_the_exception_that_a_check_is_about_is_explained(folder: Path) -> None:
    edit(folder, "task.py", f"{ENDED}\n            return", f"{ENDED}\n            raise")
    assert "a generator says that it has ended by StopIteration" in told(run_checks(folder, "--exercise", "step"))


DIFFERENCES = {
    "too often": ("future.py", WAKE, f"{WAKE}, {WAKE}", "`w ran` came first, and never `b ran`"),
    "missing": ("future.py", WAKE, "pass", "line 1 is missing: `w ran` did not come"),
    "another pass": ("loop.py", BATCH, "while self.ready:", "`a ran` came in pass 1 and not in pass 2"),
    "another time": (
        "task.py",
        "self.loop.clock += ms",
        "pass",
        "`task t resumed, 0 wakes in the trace` came at 0 ms and not at 100 ms",
    ),
    "another number": ("future.py", "self.done = True", "pass", "`f.done is False` should be `f.done is True`"),
    "another order": ("loop.py", "popleft()()", "pop()()", "`c ran` came first, and only then `a ran`"),
    "no wake": ("task.py", "self.loop.trace.append(", "print(", "wake 1 is missing"),
    "a wake too many": (
        "task.py",
        f"{FORGET}\n        try",
        "pass\n        try",
        "wake 2 is recorded, but nobody woke",
    ),
    "no name": ("task.py", "Wake(self.name, self.deadline", "(self.deadline", "wake 1 holds 4 values"),
    "a wrong stamp": ("task.py", "deadline = self.loop.clock +", "deadline =", "`asked for` is 100 and should be 250"),
}


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_the_first_difference_is_one_sentence(folder: Path, difference: str) -> None:
    module, old, new, sentence = DIFFERENCES[difference]
    edit(folder, module, old, new)
    run = run_checks(folder)
    assert f"First difference: {sentence}" in re.sub(r"in (line|wake) (\d+), ", "", told(run)), run.out


@pytest.mark.parametrize(
    ("module", "old", "new", "sentence"),
    [
        ("task.py", "def step(", "async def step(", "Task.step in mini_asyncio/task.py is an `async def`"),
        (
            "loop.py",
            "()()\n",
            "()()\n            yield\n",
            "EventLoop.run_once in mini_asyncio/loop.py holds a `yield`",
        ),
    ],
)
def test_a_function_that_runs_nothing_when_called_is_named(
    folder: Path, module: str, old: str, new: str, sentence: str
) -> None:
    edit(folder, module, old, new)
    run = run_checks(folder)
    assert told(run).count(sentence) == 1, run.out
    assert "warning" not in run.out


def test_a_function_that_calls_a_later_one_is_no_wait_for_that_one(folder: Path) -> None:
    write(folder, {"set_result": "self.done = True\nself.loop.run_once()", "run_once": STUB})
    run = run_checks(folder, "--exercise", "set_result")
    assert "Your code called EventLoop.run_once in mini_asyncio/loop.py, which exercise 1 does not need" in told(run)
    assert run.rows[1][0] == "..", run.out


def test_one_check_that_never_ends_is_enough(folder: Path) -> None:
    edit(folder, "loop.py", "_, _, timer = heapq.heappop(self.timers)", "_, _, timer = self.timers[0]")
    run = run_checks(folder, "-o", "timeout=1", "--durations=0", "--durations-min=0.9")
    assert told(run).count("Stopped, because it did not come to an end. It was at mini_asyncio/loop.py, line") == 1
    assert run.out.count("s call ") == 1, run.out
    assert (
        told(run).count(
            "Not run, because test_a_timer_is_due_on_its_deadline of exercise 4 (mini_asyncio/loop.py, line"
        )
        == 1
    )
    assert run.rows[4][3] == run.rows[5][3] == "stopped"
    assert run.done == [1, 2, 3]


def test_the_guess_comes_before_the_command() -> None:
    text = (ROOT / "exercises/5-whole_loop/README.md").read_text(encoding="utf-8")
    assert 0 < text.index("guess") < text.index("python demo.py")
