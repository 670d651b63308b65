"""Exercise 4, EventLoop.run_once: one pass of the loop.

Each check queues plain callbacks and arms timers on your loop, and calls `run_once`; there are no tasks. What follows
as a text is what should happen, one event per line: in which pass, at what time, and what.
"""

from explain import expect_error, expect_log
from probes.program import Program


def test_a_pass_runs_what_is_ready() -> None:
    """One pass runs every callback that is ready, in the order of the queue."""
    expect_log(
        Program().soon("a").soon("b").soon("c").one_pass(),
        """
        pass 1, 0 ms: a ran
        pass 1, 0 ms: b ran
        pass 1, 0 ms: c ran
        """,
        why="all of what was ready belongs to this pass: not one callback per pass, and first in, first out. That holds"
        " with no timer armed, too.",
    )


def test_what_a_callback_schedules_waits() -> None:
    """A callback that is queued during a pass waits for the next pass."""
    expect_log(
        Program().soon("a", ["soon", "a"]).soon("b").one_pass().one_pass(),
        """
        pass 1, 0 ms: a ran
        pass 1, 0 ms: b ran
        pass 2, 0 ms: a ran
        """,
        why="a pass takes what was ready when it began out of the queue, runs it, and leaves the rest there. One that runs"
        " the queue until it is empty (it drains it) never ends beside a callback that always comes back, and no timer"
        " is looked at any more.",
    )


def test_a_timer_is_due_on_its_deadline() -> None:
    """A timer is due as soon as the clock has reached its deadline, and not before."""
    expect_log(
        Program().later(100, "a").clock(99).one_pass().clock(1).one_pass(),
        """
        pass 2, 100 ms: a ran, its timer has expired_at 100
        """,
        why="due means `when <= clock`: at 99 ms it is not, at exactly 100 ms it is. It leaves the heap, is stamped with"
        " the clock, and runs in the pass that found it due.",
    )


def test_due_timers_expire_in_order() -> None:
    """All due timers expire in one pass: the earliest deadline first, and first armed first among equals."""
    expect_log(
        Program().later(30, "c").later(10, "a").later(20, "b1").later(20, "b2").clock(50).one_pass(),
        """
        pass 1, 50 ms: a ran, its timer has expired_at 50
        pass 1, 50 ms: b1 ran, its timer has expired_at 50
        pass 1, 50 ms: b2 ran, its timer has expired_at 50
        pass 1, 50 ms: c ran, its timer has expired_at 50
        """,
        why="one pass takes every timer that is due, not one timer per pass. `heappop` gives them in the order of their"
        " deadlines, b1 before b2, which was armed later; and each goes to the back of the queue, stamped with the"
        " clock (50).",
    )


def test_due_timers_go_behind_what_is_ready() -> None:
    """The callback of a due timer goes to the back of the ready queue, behind what is already there."""
    expect_log(
        Program().later(100, "alarm").soon("a").soon("b").clock(100).one_pass(),
        """
        pass 1, 100 ms: a ran
        pass 1, 100 ms: b ran
        pass 1, 100 ms: alarm ran, its timer has expired_at 100
        """,
        why="timers do not jump the queue: expiring makes a callback ready, and ready callbacks wait for their turn.",
    )


def test_a_timer_is_stamped_with_the_clock() -> None:
    """`expired_at` is the clock at the moment a pass finds the timer due, not its deadline."""
    expect_log(
        Program().later(100, "a").soon("slow", ["clock", 50]).clock(130).one_pass(),
        """
        pass 1, 130 ms: slow ran
        pass 1, 180 ms: a ran, its timer has expired_at 130
        """,
        why="due at 100, but nobody looked before 130: that is the stamp. It is not the deadline (every timer would look"
        " punctual), and not 180, when the callback gets its turn.",
    )


def test_a_timer_that_comes_due_during_a_pass_waits() -> None:
    """A timer that comes due while a pass runs is found by the next pass."""
    expect_log(
        Program().later(100, "alarm").soon("slow", ["clock", 200], ["soon", "b"]).soon("a").one_pass().one_pass(),
        """
        pass 1, 0 ms: slow ran
        pass 1, 200 ms: a ran
        pass 2, 200 ms: b ran
        pass 2, 200 ms: alarm ran, its timer has expired_at 200
        """,
        why="a pass looks at the timers once, before it runs anybody: not between callbacks, and not after them. So b,"
        " queued during pass 1, stands before alarm, which pass 2 finds.",
    )


def test_an_empty_pass_does_nothing() -> None:
    """A pass with nothing ready and nothing due does nothing, and never moves the clock."""
    expect_log(
        Program().one_pass().later(100, "a").one_pass().look("due"),
        """
        outside any pass, 0 ms: the next timer is due at 100
        """,
        why="only work moves the clock, and `run` when the loop is idle. `run_once` never does.",
    )


def test_an_exception_of_a_callback_leaves_the_pass() -> None:
    """An exception of a callback is not caught: it leaves `run_once`."""
    expect_error(
        Program().soon("bad", ["raise", "ZeroDivisionError"]).one_pass(),
        ZeroDivisionError,
        why="the loop cannot know what the mistake means, so it neither hides it nor turns it into another one.",
    )
