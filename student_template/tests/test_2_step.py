"""Exercise 2, Task.step: a task takes one step.

Each check makes a task t of a small generator and works the ready queue off by hand: `one_pass(turns=2)` takes two
callbacks from its front and runs them. `step` of a new task is in the queue already. A wake is written as its task and
the four stamps: asked for, expired, fired, ran.

`_suspend` is not needed yet. Where a check wants a task that was asleep, it sets the three stamps of the task itself.
(Once you have written `_suspend`, a task that your own `_suspend` put to sleep is just as good.)
"""

from explain import NotWritten, expect_error, expect_log, expect_wakes
from probes.program import Program


def by_hand() -> Program:
    return Program(by_hand=True)


def test_a_step_resumes_the_generator_once() -> None:
    """One step resumes the generator once, and leaves the next command to the next step."""
    program = by_hand().task("t", ["burn", 10], ["burn", 10]).one_pass(turns=1)
    expect_log(
        program,
        """
        pass 1, 0 ms: task t resumed, 0 wakes in the trace
        """,
        why="`step` runs the generator from one yield to the next, once. What it yields says when the next step comes;"
        " `step` does not take that step itself. And t never slept, so there is no wake to record.",
    )


def test_burn_moves_the_clock() -> None:
    """A BURN adds its ms to the clock, after the task has yielded it."""
    program = by_hand().task("t", ["burn", 100], ["burn", 30]).one_pass(turns=1).soon("a").one_pass(turns=2)
    expect_log(
        program,
        """
        pass 1, 0 ms: task t resumed, 0 wakes in the trace
        pass 2, 100 ms: task t resumed, 0 wakes in the trace
        pass 2, 130 ms: a ran
        """,
        why="a BURN does two things: it adds its ms to the loop's clock (time is a number that only work moves), and"
        " puts the task at the back of the ready queue. The 100 are paid before anybody else runs, the 30 as well.",
    )


def test_burn_goes_to_the_back_of_the_queue() -> None:
    """After a BURN the task stands at the back of the ready queue, behind whoever waits there."""
    program = by_hand().task("t", ["burn", 100], ["burn", 10]).soon("a").soon("b").one_pass(turns=4)
    expect_log(
        program,
        """
        pass 1, 0 ms: task t resumed, 0 wakes in the trace
        pass 1, 100 ms: a ran
        pass 1, 100 ms: b ran
        pass 1, 100 ms: task t resumed, 0 wakes in the trace
        """,
        why="a yield is the only moment at which others can run, so the task queues up again, at the back of the ready"
        " queue: its next step comes after a and b.",
    )


def test_sleep_suspends() -> None:
    """A SLEEP calls `_suspend` with its ms."""
    recorded = Program(by_hand=True, record_suspend=True).clock(20).task("t", ["sleep", 30]).one_pass(turns=1)
    armed = by_hand().clock(20).task("t", ["sleep", 30]).one_pass(turns=1).look("armed").look("due")
    try:
        expect_log(
            recorded,
            """
            pass 1, 20 ms: task t resumed, 0 wakes in the trace
            pass 1, 20 ms: _suspend(30) of task t called
            """,
            why="how a task sleeps is the business of `_suspend`, exercise 3. `step` only hands it the 30 ms. It arms no"
            " timer, moves no clock and queues nothing itself.",
            or_else=(
                armed,
                """
                pass 1, 20 ms: task t resumed, 0 wakes in the trace
                outside any pass, 20 ms: 1 timer armed
                outside any pass, 20 ms: the next timer is due at 50
                """,
            ),
        )
    except NotWritten as reached:
        if reached.unit is None or reached.unit.number != 3:
            raise
        # It was the stub of `_suspend` that raised, so `step` did call it.


def test_a_wake_is_recorded_before_the_task_runs() -> None:
    """The first step after a sleep records one Wake, whose `ran_at` is the clock before any code of the task runs."""
    program = by_hand().task("t", ["clock", 40], ["burn", 10]).asleep("t", 100, 120, 150).clock(170).one_pass(turns=1)
    slept = by_hand().task("t", ["sleep", 100], ["clock", 40], ["burn", 10]).one_pass(turns=1)
    slept.clock(120).one_pass(expire=1).clock(30).one_pass(turns=1)
    expect_wakes(
        program,
        "t 100 120 150 170",
        why="a task with a deadline was asleep: this step is its wake-up, so it records one Wake of the task's name, its"
        " three stamps, and the clock now (170). The body of t lets 40 ms go by: a Wake that is recorded late says"
        " 210.",
        or_else=(slept, "t 100 120 150 150"),
    )


def test_a_sleep_is_recorded_once() -> None:
    """After its Wake is recorded the sleep is forgotten: the steps after it record nothing."""
    burns = [["burn", 10], ["burn", 10], ["burn", 10]]
    program = by_hand().task("t", *burns).asleep("t", 100, 120, 150).clock(170).one_pass(turns=3)
    slept = by_hand().task("t", ["sleep", 100], *burns).one_pass(turns=1)
    slept.clock(120).one_pass(expire=1).clock(30).one_pass(turns=3)
    expect_wakes(
        program,
        "t 100 120 150 170",
        why="the task woke once and then burned twice. A burn is no wake-up: forget the stamps once they are recorded"
        " (once they are, not before: the Wake needs them).",
        or_else=(slept, "t 100 120 150 150"),
    )


def test_a_finished_generator_ends_the_task() -> None:
    """When the generator has ended, the task ends quietly: no exception, and it is not queued again."""
    program = by_hand().task("t", ["burn", 10]).one_pass(turns=2).soon("a").one_pass(turns=1)
    expect_log(
        program,
        """
        pass 1, 0 ms: task t resumed, 0 wakes in the trace
        pass 1, 10 ms: task t resumed, 0 wakes in the trace
        pass 2, 10 ms: a ran
        """,
        why="the task has ended, so nothing of it is left in the queue: a stands there alone.",
        why_raised="a generator says that it has ended by StopIteration. That is the normal end of a task, and no error.",
    )


def test_an_unknown_command_is_an_error() -> None:
    """A command of another kind than BURN or SLEEP raises ValueError."""
    expect_error(
        by_hand().task("t", ["yield", "dance", 10]).one_pass(turns=1),
        ValueError,
        why="a command that nobody knows is a mistake of the task. A ValueError says so; silently ignored, it would lose"
        " the task: nobody would ever resume it.",
    )


def test_an_exception_of_the_task_leaves_step() -> None:
    """Any other exception of the task is not caught: it leaves `step`."""
    expect_error(
        by_hand().task("t", ["burn", 10], ["raise", "ZeroDivisionError"]).one_pass(turns=2),
        ZeroDivisionError,
        why="only StopIteration is expected. A loop that swallows every exception, or turns it into another one, hides"
        " the mistakes of its tasks.",
    )
