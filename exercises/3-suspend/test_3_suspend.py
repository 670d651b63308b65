"""Exercise 3, Task._suspend: a task goes to sleep.

Each check makes tasks that sleep, and works the loop off by hand: `one_pass(expire=1, turns=2)` expires the timer that
is due first (it is stamped with the clock, and its callback goes to the back of the ready queue), and then runs two
callbacks from the front of the queue. A wake is written as its task and four stamps: asked for, expired, fired, ran.
"""

from explain import expect_log, expect_wakes
from probes.program import Program


def by_hand(hops: int) -> Program:
    return Program(by_hand=True, hops=hops)


def test_one_timer_is_armed() -> None:
    """A sleep arms one timer, due its ms from now."""
    program = by_hand(hops=2).clock(20).task("t", ["sleep", 30]).one_pass(turns=2).look("armed").look("due")
    expect_log(
        program,
        """
        pass 1, 20 ms: task t resumed, 0 wakes in the trace
        outside any pass, 20 ms: 1 timer armed
        outside any pass, 20 ms: the next timer is due at 50
        """,
        why="the sleep began at 20 ms, so 30 ms later is 50 (`call_later` adds the clock itself). Until then the task is"
        " nowhere but behind that one timer: `_suspend` returns at once, and t does not run again here.",
    )


def test_one_hop_resumes_in_place() -> None:
    """With hops 1 the timer's callback resumes the task in place."""
    program = by_hand(hops=1).task("t", ["sleep", 30]).one_pass(turns=1).clock(30)
    program.soon("a").one_pass(expire=1, turns=2).one_pass(turns=1)
    expect_log(
        program,
        """
        pass 1, 0 ms: task t resumed, 0 wakes in the trace
        pass 2, 30 ms: a ran
        pass 2, 30 ms: task t resumed, 1 wake in the trace
        """,
        why="hops is the number of trips through the ready queue. With hops 1 there is one: the timer's callback stands"
        " behind a, and when it runs, the task runs.",
    )


def test_two_hops_go_through_the_queue_again() -> None:
    """With hops 2 the timer's callback only schedules the task, which stands in the ready queue once more."""
    program = by_hand(hops=2).task("t", ["sleep", 30]).one_pass(turns=1).clock(30)
    program.soon("a").soon("b").one_pass(expire=1, turns=1).soon("c").one_pass(turns=2).one_pass(turns=2)
    expect_log(
        program,
        """
        pass 1, 0 ms: task t resumed, 0 wakes in the trace
        pass 2, 30 ms: a ran
        pass 3, 30 ms: b ran
        pass 4, 30 ms: c ran
        pass 4, 30 ms: task t resumed, 1 wake in the trace
        """,
        why="hops is the number of trips through the ready queue. With hops 2 there are two: the timer's callback runs"
        " in pass 3 after b, and the future that it resolves puts the task behind c. Not in place, not at the front,"
        " not one trip more.",
    )


def test_the_stamps_of_a_sleep() -> None:
    """The timer's callback notes when the timer expired, and when it fired itself."""
    program = by_hand(hops=2).task("t", ["sleep", 100]).one_pass(turns=1)
    program.clock(120).one_pass(expire=1).clock(30).one_pass(turns=1).clock(20).one_pass(turns=1)
    expect_wakes(
        program,
        "t 100 120 150 170",
        why="asked for 0 + 100. Expired at 120, which the timer knows (`expired_at`). Fired at 150, the clock when its"
        " callback runs. Ran at 170, the clock when the task itself runs.",
    )


def test_the_next_sleep_counts_from_the_wake() -> None:
    """The next sleep is counted from the moment the task woke, not from the old deadline."""
    program = by_hand(hops=1).task("t", ["sleep", 100], ["sleep", 100]).one_pass(turns=1)
    program.clock(130).one_pass(expire=1).clock(20).one_pass(turns=1).clock(100).one_pass(expire=1, turns=1)
    expect_wakes(
        program,
        """
        t 100 130 150 150
        t 250 250 250 250
        """,
        why="the task ran at 150 and asked for 100 ms from then: 250. It does not catch up on the 50 ms that it lost:"
        " neither 200 (from its deadline) nor 230 (from the expiry).",
    )


def test_two_sleeping_tasks_share_nothing() -> None:
    """Two tasks that sleep at the same time keep their stamps apart."""
    program = by_hand(hops=2).task("s", ["sleep", 50]).task("t", ["sleep", 70]).one_pass(turns=2)
    program.clock(60).one_pass(expire=1, turns=1).clock(20).one_pass(expire=1, turns=3)
    expect_wakes(
        program,
        """
        s 50 60 60 80
        t 70 80 80 80
        """,
        why="each sleep has a timer, a future and stamps of its own: nothing of it belongs to the class or the module.",
    )
