"""Exercise 5, the whole loop: all four functions together.

A heartbeat asks to be woken every so many ms, beside hogs that burn CPU and come back at once. Nothing of it is written
by you any more; these are the figures that a right loop gives. A wake is written as its task and the four stamps: asked
for, expired, fired, ran.
"""

from collections.abc import Iterator

from explain import (
    burns_between_ticks,
    expect_error_from,
    expect_log,
    expect_trace,
    expect_value,
    new_loop,
    periods,
    run_whole,
)
from probes.program import Program
from probes.schedule import Schedule, TaskSpec

LATE_TWICE = "behind the hog once as the timer's callback, and with hops 2 once more as the waiter of the future."


def heartbeat(period: int) -> TaskSpec:
    return TaskSpec("heartbeat", [["sleep", period]], endless=True)


def hog(chunk: int, name: str = "hog") -> TaskSpec:
    return TaskSpec(name, [["burn", chunk]], endless=True)


def demo(hops: int, until: int = 7000) -> Schedule:
    """The schedule of the demo: a heartbeat of 1000 ms beside a hog of 200 ms."""
    return Schedule([heartbeat(1000), hog(200)], until=until, hops=hops, log=True)


def test_a_heartbeat_through_futures() -> None:
    """With hops 2 the heartbeat of 1000 ms beside a hog of 200 ms is woken every 1400 ms."""
    expect_trace(
        demo(hops=2),
        """
        heartbeat 1000 1000 1200 1400
        heartbeat 2400 2400 2600 2800
        heartbeat 3800 3800 4000 4200
        heartbeat 5200 5200 5400 5600
        heartbeat 6600 6600 6800 7000
        """,
        why=f"the wake is late by two passes of 200 ms: {LATE_TWICE}",
    )


def test_a_heartbeat_straight_from_the_timer() -> None:
    """With hops 1 the same heartbeat is woken every 1200 ms."""
    expect_trace(
        demo(hops=1),
        """
        heartbeat 1000 1000 1200 1200
        heartbeat 2200 2200 2400 2400
        heartbeat 3400 3400 3600 3600
        heartbeat 4600 4600 4800 4800
        heartbeat 5800 5800 6000 6000
        """,
        why="the wake is late by one pass of 200 ms: the timer's callback stands behind the hog, and resumes the task"
        " in place.",
    )


def test_the_timer_is_punctual() -> None:
    """The heap notices every expiry on the millisecond it was due: only the task is late."""
    why = (
        "200 divides 1000, so some pass begins exactly on each deadline. What is late is not the timer, it is the task"
        " behind other ready work."
    )
    facts = run_whole(demo(hops=2))
    late = [row[2] - row[1] for row in facts.rows if isinstance(row[2], int) and isinstance(row[1], int)]
    expect_value(demo(hops=2), "expired minus asked for, of each wake:", late, [0, 0, 0, 0, 0], why)


def test_hog_burns_between_two_ticks() -> None:
    """Between two ticks of the heartbeat the hog burns 6 times with hops 1, and 7 times with hops 2."""
    for hops, burns in ((1, 6), (2, 7)):
        why = f"1000 ms are 5 burns of 200, and each of the {hops} trips through the queue costs one more."
        facts = run_whole(demo(hops))
        got = burns_between_ticks(facts.log)[:4]
        expect_value(demo(hops), "burns of the hog between two ticks:", got, [burns] * 4, why)


def test_the_period_of_three_hogs() -> None:
    """The period is (passes until the deadline, rounded up, plus hops) times the length of a pass."""
    schedule = Schedule([heartbeat(700), hog(90, "hog 1"), hog(90, "hog 2"), hog(90, "hog 3")], until=5500)
    why = "one pass takes R = 3 * 90 = 270 ms, and 700 ms need 3 passes of it (rounded up): (3 + 2 hops) * 270 = 1350."
    got = periods(run_whole(schedule).rows)
    expect_value(schedule, "ms between one wake and the next:", got, [1350, 1350, 1350], why)


def test_a_busy_loop_still_looks_at_its_timers() -> None:
    """Beside a hog that never ends, the heartbeat is woken 42 times in a minute."""
    why = "one wake each 1400 ms makes 42 in 60000 ms, because every pass ends, and the next one looks at the timers."
    facts = run_whole(demo(hops=2, until=60000))
    expect_value(demo(hops=2, until=60000), "wakes recorded:", len(facts.rows), 42, why)


def test_two_loops_share_nothing() -> None:
    """Two loops that take turns do not touch each other's queue, timers or clock."""
    program = Program(hops=2).task("a", ["sleep", 50]).loop(1).task("b", ["sleep", 30])
    program.loop(0).one_pass().loop(1).one_pass().clock(30).one_pass().one_pass()
    program.loop(0).one_pass().clock(50).one_pass().one_pass()
    expect_log(
        program,
        """
        pass 1, 0 ms: task a resumed, 0 wakes in the trace
        pass 2, 0 ms: task b resumed, 0 wakes in the trace
        pass 4, 30 ms: task b resumed, 1 wake in the trace
        pass 7, 50 ms: task a resumed, 1 wake in the trace
        """,
        why="whatever belongs to a loop is an attribute of that loop, not of its class and not of the module.",
    )


def test_an_exception_of_a_task_leaves_run() -> None:
    """An exception of a task comes out of `loop.run`: nobody swallows it."""

    def broken() -> Iterator[tuple[str, int]]:
        yield ("burn", 100)
        raise ZeroDivisionError("the task's own mistake")

    loop = new_loop()
    loop.create_task(broken(), "broken")
    expect_error_from(
        lambda: loop.run(1000),
        ZeroDivisionError,
        what="  task broken: burn 100, then raise ZeroDivisionError; loop.run(1000)",
        why="the loop cannot know what the mistake means, so it must not hide it.",
    )
