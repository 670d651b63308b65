"""The reference on schedules that Hypothesis makes: against a second implementation, and against the closed form.

The second one, `naive`, was written from the exercises' texts and shares nothing with the reference, not even its structure:
the queue is one list of pairs `(what, task)`, the timers are a list that is sorted, and a task is a place in its list of
commands. The closed form is typed again in here; it holds for heartbeats that do no work beside endless hogs of constant
chunks, in any order of creation, and for a single heartbeat that works.

The examples are the same in every run, so a red test is no matter of luck. The last tests show that each comparison can
fail: they find the schedules that give broken references away.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from loopcheck.authoring.bank import WRONG, read_entry
from loopcheck.course import course_files, load_course
from loopcheck.probes.schedule import Schedule, ScheduleFacts, TaskSpec, run_schedule
from loopcheck.suite.expected import PACKAGE, load_reference

ROOT = Path(__file__).resolve().parents[2]
load_reference(course_files(), load_course())

EXAMPLES = 300
"""Per property: all three together take a few seconds."""
SAME_EVERY_TIME = settings(
    max_examples=EXAMPLES, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
WAKES = 4
"""Full periods of every heartbeat in a schedule of the closed form."""
PASSES = 30
"""The longest sleep there, in passes."""

STEP, TIMER = "step", "timer"
COMMANDS = st.sampled_from([(kind, ms) for kind in ("burn", "sleep") for ms in range(1, 5)])


def naive(schedule: Schedule) -> ScheduleFacts:
    """The model, once more."""
    tasks, clock, place = schedule.tasks, 0, [0] * len(schedule.tasks)
    queue = [(STEP, task) for task in range(len(tasks))]
    armed: list[tuple[int, int]] = []
    stamps: dict[int, list[int]] = {}
    facts = ScheduleFacts(resumed=place)
    while clock < schedule.until and (queue or armed):
        if not queue:
            clock = max(clock, min(due for due, _ in armed))
        armed.sort(key=lambda timer: timer[0])  # a stable sort: equal deadlines stay in the order of arming
        while armed and armed[0][0] <= clock:
            _, sleeper = armed.pop(0)
            stamps[sleeper].append(clock)
            queue.append((TIMER, sleeper))
        batch, queue = queue, []
        for what, task in batch:
            if what == TIMER:
                stamps[task].append(clock)
                if schedule.hops == 2:
                    queue.append((STEP, task))
                    continue
            if task in stamps:
                facts.rows.append([tasks[task].name, *stamps.pop(task), clock])
            facts.log.append([task, clock])
            commands, number = tasks[task].commands, place[task]
            place[task] += 1
            if number >= len(commands) and not tasks[task].endless:
                continue
            kind, ms = commands[number % len(commands)]
            if kind == "burn":
                clock += ms
                queue.append((STEP, task))
            else:
                stamps[task] = [clock + ms]
                armed.append((clock + ms, task))
    facts.clock = clock
    facts.next_timer = min((due for due, _ in armed), default=None)
    return facts


@st.composite
def any_schedules(draw: st.DrawFn) -> Schedule:
    """Tasks that burn and sleep in any order, once or for ever. Few different lengths, so that deadlines meet."""
    unit = draw(st.sampled_from([1, 7, 50]))
    tasks = []
    for number in range(draw(st.integers(2, 4))):
        drawn = draw(st.lists(COMMANDS, min_size=2, max_size=6))
        commands = [[kind, unit * ms] for kind, ms in drawn]
        tasks.append(TaskSpec(f"task{number}", commands, endless=draw(st.booleans())))
    return Schedule(tasks, unit * draw(st.integers(20, 60)), draw(st.sampled_from([1, 2])), log=True)


@st.composite
def closed_form_schedules(draw: st.DrawFn, working: bool) -> Schedule:
    """Heartbeats and endless hogs in any order of creation; when `working`, one heartbeat that burns at every tick."""
    hops = draw(st.sampled_from([1, 2]))
    chunks = draw(st.lists(st.integers(1, 250), min_size=1, max_size=4))
    most = sum(chunks) * PASSES
    asked = draw(st.lists(st.integers(1, most), min_size=1, max_size=1 if working else 3))
    work = [["burn", draw(st.integers(1, 300))]] if working else []
    tasks = [TaskSpec(f"hog{number}", [["burn", chunk]], endless=True) for number, chunk in enumerate(chunks)]
    tasks += [TaskSpec(f"beat{number}", [["sleep", ms], *work], endless=True) for number, ms in enumerate(asked)]
    longest = (-(-max(asked) // sum(chunks)) + hops + 2) * sum(chunks) + sum(ms for _, ms in work)
    return Schedule(draw(st.permutations(tasks)), (WAKES + 1) * longest, hops, budget=10**6)


def closed_form(schedule: Schedule) -> dict[str, list[list[int]]]:
    """The four stamps of the first wakes of each heartbeat. The first one counts from the heartbeat's first step, and is
    noticed by the second pass at the earliest; after that, every wake ends a pass."""
    pass_ms = sum(task.commands[0][1] for task in schedule.tasks if task.name.startswith("hog"))
    before, wakes = 0, {}
    for task in schedule.tasks:
        (kind, ms), *work = task.commands
        if kind == "burn":
            before += ms
            continue
        start, grid, rows = before, max(1, -(-(before + ms) // pass_ms)) * pass_ms, []
        for _ in range(WAKES):
            ran = grid + schedule.hops * pass_ms
            rows.append([start + ms, grid, grid + pass_ms, ran])
            start = ran + sum(burned + pass_ms for _, burned in work)
            grid = start + -(-ms // pass_ms) * pass_ms
        wakes[task.name] = rows
    return wakes


def is_naive(schedule: Schedule, package: str) -> bool:
    """Every wake, every resumption, the clock and what is still armed."""
    return run_schedule(schedule, package) == naive(schedule)


def is_closed_form(schedule: Schedule, package: str) -> bool:
    """The first wakes of every heartbeat."""
    rows = run_schedule(schedule, package).rows
    return all([row[1:] for row in rows if row[0] == name][:WAKES] == want
               for name, want in closed_form(schedule).items())  # fmt: skip


PROPERTIES: dict[str, tuple[st.SearchStrategy[Schedule], Callable[[Schedule, str], bool]]] = {
    "naive": (any_schedules(), is_naive),
    "closed form": (closed_form_schedules(working=False), is_closed_form),
    "closed form, working": (closed_form_schedules(working=True), is_closed_form),
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_reference(name: str) -> None:
    strategy, holds = PROPERTIES[name]
    seen = []

    @SAME_EVERY_TIME
    @given(strategy)
    def run(schedule: Schedule) -> None:
        seen.append(schedule)
        assert holds(schedule, PACKAGE)

    run()
    assert len(seen) >= EXAMPLES
    assert {schedule.hops for schedule in seen} == {1, 2}


def test_what_is_compared_is_not_trivial() -> None:
    """Of the schedules that are compared with the naive loop, many wake tasks, and many have timers that are due together."""
    woken = tied = 0

    @SAME_EVERY_TIME
    @given(any_schedules())
    def look(schedule: Schedule) -> None:
        nonlocal woken, tied
        rows = run_schedule(schedule, PACKAGE).rows
        woken += len(rows) >= 5
        tied += len({row[1] for row in rows}) < len(rows)

    look()
    assert woken >= EXAMPLES / 2
    assert tied >= EXAMPLES / 4


BROKEN = [
    ("run_once_turns_ties_round", "naive"),
    ("run_once_stamps_the_deadline", "naive"),
    ("set_result_runs_the_waiter_inline", "naive"),
    ("step_forgets_to_queue_the_burner", "naive"),
    ("suspend_keeps_an_absolute_schedule", "naive"),
    ("whole_loop_computes_the_closed_form", "naive"),
    ("run_once_takes_less_for_less_or_equal", "closed form"),
    ("run_once_puts_timers_at_the_front", "closed form"),
    ("set_result_runs_the_waiter_inline", "closed form"),
    ("step_puts_the_burner_at_the_front", "closed form, working"),
    ("suspend_takes_three_hops", "closed form, working"),
]
"""Wrong solutions in the reference's place, and the property that must notice them."""


@pytest.mark.parametrize(("broken", "name"), BROKEN)
def test_a_broken_reference_is_found_out(
    broken: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"{broken}_for_{name.replace(' ', '_').replace(',', '')}"
    course = load_course()
    entry = read_entry(ROOT / WRONG / f"{broken}.py", course, course_files().package_sources(course))
    (tmp_path / package).mkdir()
    for module, source in entry.sources.items():
        (tmp_path / package / module).write_bytes(source)
    monkeypatch.syspath_prepend(tmp_path)
    strategy, holds = PROPERTIES[name]
    # NoSuchExample: no example tells this mistake from the reference.
    find(
        strategy,
        lambda schedule: not holds(schedule, package),
        settings=settings(SAME_EVERY_TIME, phases=[Phase.generate]),
    )
