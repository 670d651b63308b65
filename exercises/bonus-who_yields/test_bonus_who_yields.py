"""Bonus exercise who_yields: who yields, and how often.

Each check hands a few tasks to your `run_tasks`, or the kinds of their steps to your `run_workers`. A task is written as a
list: ["io", 1] yields "io" to your loop and then does one step, ["run", 3] does three steps without a yield. The tasks
themselves note when they start and go on, and how many steps had been done by then.
"""

from probes.bonus import Experiment

from bonus import expect

COUNTS = ("yields", "ticks", "overlap")


def tasks(*items: list, slots: int = 1) -> Experiment:
    return Experiment("who_yields", "tasks", {"tasks": [list(item) for item in items], "slots": slots})


def workers(*kinds: list, slots: int = 1) -> Experiment:
    return Experiment("who_yields", "workers", {"tasks": list(kinds), "slots": slots})


def test_one_task_that_yields() -> None:
    """A task that yields before each of its steps is resumed once per step, and each round takes one tick."""
    expect(
        tasks([["io", 1], ["io", 1]]),
        """
        task 0 starts after 0 steps
        task 0 goes on after 0 steps
        task 0 goes on after 1 steps
        yields 2
        ticks 2
        overlap 0
        """,
        why="`send(None)` starts a coroutine, and resumes it. It gives what was yielded, and raises StopIteration when the"
        " coroutine has ended, which is no yield.",
    )


def test_two_tasks_overlap() -> None:
    """Two tasks that wait for I/O do their steps in the same tick."""
    expect(
        tasks([["io", 1], ["io", 1]], [["io", 1]]),
        """
        task 0 starts after 0 steps
        task 1 starts after 0 steps
        task 0 goes on after 0 steps
        task 1 goes on after 1 steps
        task 0 goes on after 2 steps
        yields 3
        ticks 2
        overlap 1
        """,
        why="first all tasks are started, then each round resumes every task once. In the first round two steps were done in"
        " one tick: one of them overlapped the other.",
    )


def test_one_slot_for_the_cpu() -> None:
    """Of three tasks that wait for a CPU step, one per round gets the slot, the first one first."""
    expect(
        tasks([["cpu", 1]], [["cpu", 1]], [["io", 1]], [["cpu", 1]]),
        """
        task 0 starts after 0 steps
        task 1 starts after 0 steps
        task 2 starts after 0 steps
        task 3 starts after 0 steps
        task 0 goes on after 0 steps
        task 2 goes on after 1 steps
        task 1 goes on after 2 steps
        task 3 goes on after 3 steps
        yields 4
        ticks 3
        overlap 1
        """,
        why="what a coroutine yields says what its next step needs. A CPU step needs the slot, an I/O step does not.",
    )


def test_steps_before_the_first_yield() -> None:
    """Steps that a task does before its first yield take one tick each, and nobody else gets on meanwhile."""
    expect(
        tasks([["run", 3], ["io", 1]], [["run", 2]]),
        """
        yields 1
        ticks 6
        overlap 0
        """,
        why="`work.steps` says how many steps have been done. The difference before and after a `send` is what that task did:"
        " 3 and 2 steps at the start, and then one round.",
        only=COUNTS,
    )


def test_a_blocking_call() -> None:
    """A task that does five steps in one go makes the round four ticks longer, and only its first step can overlap."""
    expect(
        tasks([["io", 5]], [["io", 1]], [["io", 1]]),
        """
        yields 3
        ticks 5
        overlap 2
        """,
        why="the round itself is one tick, in which three tasks were resumed. The other four steps of task 0 were a blocking"
        " call for everybody else. Check yourself: ticks + overlap is the number of steps, 7.",
        only=COUNTS,
    )


def test_awaits_inside() -> None:
    """Two coroutines that are awaited one after the other are one task: six yields, and nothing overlaps."""
    three = [["io", 1], ["io", 1], ["io", 1]]
    expect(
        tasks([["call", three], ["call", three]]),
        """
        yields 6
        ticks 6
        overlap 0
        """,
        why="`await` alone hands nothing to the loop. What is yielded inside arrives at your `send`, as if there were one"
        " coroutine.",
        only=COUNTS,
    )


def test_two_slots() -> None:
    """With two slots, two tasks can do a CPU step in one round."""
    expect(
        tasks([["cpu", 1]], [["cpu", 1]], [["cpu", 1]], slots=2),
        """
        yields 3
        ticks 2
        overlap 1
        """,
        why="`slots` is the number of CPU steps that one round has room for.",
        only=COUNTS,
    )


def test_workers() -> None:
    """The plain scheduler: each tick, every worker does its next step, if it is no CPU step or there is a slot."""
    expect(
        workers(["io", "cpu"], ["cpu", "cpu"], [], ["io"]),
        """
        ticks 3
        overlap 2
        """,
        why="tick 1: worker 0 io, worker 1 cpu, worker 3 io. Tick 2: worker 0 cpu, and worker 1 has to wait. Tick 3: worker 1.",
    )


def test_both_ways_are_one_schedule() -> None:
    """With a yield at each step, the loop and the plain scheduler come to the same ticks and overlap."""
    kinds = [["io", "cpu", "io"], ["cpu", "cpu"], ["io", "io", "cpu", "io"]]
    counts = """
        ticks 5
        overlap 4
        """
    why = "nobody keeps anybody waiting who could go on: then coroutines and workers are the same thing."
    expect(workers(*kinds), counts, why)
    expect(tasks(*([[kind, 1] for kind in steps] for steps in kinds)), counts, why, only=("ticks", "overlap"))
