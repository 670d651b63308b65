"""Exercise 1, Future.set_result: a future wakes its waiter.

Each check is a small program: make a future f, attach a waiter w, resolve. No loop is needed yet, the check works the
ready queue off by hand: `one_pass(turns=2)` takes two callbacks from its front and runs them. What follows as a text
is what should happen, one event per line: in which pass, at what time, and what.
"""

from explain import expect_log
from probes.program import Program


def by_hand() -> Program:
    return Program(by_hand=True)


def test_the_waiter_runs_in_its_turn() -> None:
    """set_result schedules the waiter: it runs when its turn in the ready queue comes."""
    program = by_hand().future("f").wait("f", "w").resolve("f").clock(50).one_pass(turns=1)
    expect_log(
        program,
        """
        pass 1, 50 ms: w ran
        """,
        why="set_result puts the waiter into the ready queue and returns. Whoever works off the queue runs it: here at"
        " 50 ms, in pass 1. It does not run the waiter in place.",
    )


def test_the_waiter_stands_at_the_back() -> None:
    """The waiter goes to the back of the ready queue: behind what is there, before what comes later."""
    program = by_hand().future("f").wait("f", "w").soon("a").resolve("f").soon("b").one_pass(turns=3)
    expect_log(
        program,
        """
        pass 1, 0 ms: a ran
        pass 1, 0 ms: w ran
        pass 1, 0 ms: b ran
        """,
        why="the queue is first in, first out, and a waiter is nothing special in it: one entry, not at the front, not"
        " in place, and not through a further callback that would only then queue it.",
    )


def test_the_waiter_is_scheduled_once() -> None:
    """One set_result schedules the waiter exactly once."""
    program = by_hand().future("f").wait("f", "w").resolve("f").one_pass(turns=3)
    expect_log(
        program,
        """
        pass 1, 0 ms: w ran
        """,
        why="a waiter that is scheduled twice would resume its task twice for one wake-up.",
    )


def test_done_after_set_result() -> None:
    """A future is pending until set_result, and done after it."""
    program = by_hand().future("f").wait("f", "w").look("done", "f").resolve("f").look("done", "f")
    expect_log(
        program,
        """
        outside any pass, 0 ms: f.done is False
        outside any pass, 0 ms: f.done is True
        """,
        why="`done` says whether the result is there. set_result is what brings it.",
    )


def test_no_waiter_is_no_error() -> None:
    """A future that nobody waits for becomes done, and nothing else happens."""
    program = by_hand().future("f").resolve("f").look("done", "f").one_pass(turns=1)
    expect_log(
        program,
        """
        outside any pass, 0 ms: f.done is True
        """,
        why="without a waiter (`waiter` is None) there is nothing to schedule, but the future is done all the same.",
        why_raised="nobody waits, so `waiter` is None, and None must neither be called nor queued.",
    )


def test_a_second_set_result_schedules_nothing() -> None:
    """A second set_result never schedules the waiter again."""
    program = by_hand().future("f").wait("f", "w").resolve("f").resolve_again("f").one_pass(turns=3)
    expect_log(
        program,
        """
        pass 1, 0 ms: w ran
        """,
        why="a future becomes done once. The second call may be silent, or raise, as you like.",
    )
