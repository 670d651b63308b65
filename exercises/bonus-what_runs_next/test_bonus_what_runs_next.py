"""Bonus exercise what_runs_next: the order of asyncio.

Each check is a small program: a list of operations for `main`, and one for each task and callback. It runs on your loop, and
what it notes is compared, line by line, with what the same program notes on Python's own asyncio: who, what, and the clock.
"""

from probes.bonus import Experiment

from bonus import expect


def program(**scripts: list) -> Experiment:
    return Experiment("what_runs_next", "program", {"scripts": scripts})


def test_callbacks_in_order() -> None:
    """Callbacks run first in, first out, after whoever scheduled them has finished."""
    expect(
        program(main=[["soon", "a"], ["soon", "b"], ["note", "still running"]]),
        """
        main still running 0
        a ran 0
        b ran 0
        """,
        why="`call_soon` only puts a callback into the queue. `run_once` takes them out and calls them.",
    )


def test_arguments_of_callbacks() -> None:
    """Callbacks are called with the arguments that they were scheduled with, timers too."""
    expect(
        Experiment("what_runs_next", "arguments", {"values": [[1], [], [2, 3]], "delays": [30, 20, 10]}),
        """
        soon 1 at 0
        soon at 0
        soon 2 3 at 0
        later 2 3 at 10
        later at 20
        later 1 at 30
        the clock is 30
        """,
        why="the queue and the heap must keep the arguments beside the callback. When nothing is ready, the clock jumps to"
        " the next deadline.",
    )


def test_what_callbacks_schedule() -> None:
    """What a callback schedules waits for the next pass, and a timer that is due then goes behind it."""
    expect(
        program(main=[["soon", "a"], ["soon", "b"]], a=[["later", 0, "timer"], ["soon", "a2"]]),
        """
        a ran 0
        b ran 0
        a2 ran 0
        timer ran 0
        """,
        why="a pass runs what was ready when it began. The timer was armed first, but it becomes ready when the next pass"
        " looks at it, and a2 is in the queue by then.",
    )


def test_tasks_start_in_the_queue() -> None:
    """A task takes its first step when its turn comes, and a bare yield sends it to the back of the queue."""
    expect(
        program(
            main=[["task", "t"], ["soon", "c"], ["note", "still running"], ["yield"], ["note", "goes on"]],
            t=[["note", "1"], ["yield"], ["note", "2"]],
        ),
        """
        main still running 0
        t 1 0
        c ran 0
        main goes on 0
        t 2 0
        """,
        why="`create_task` schedules a step, like any callback. After a bare yield the next step is scheduled, behind everybody"
        " who is there.",
    )


def test_eager_tasks() -> None:
    """An eager task takes its first step at once, and is done before anybody yields if it never yields itself."""
    expect(
        program(
            main=[["eager", "e"], ["note", "goes on"], ["eager", "instant"], ["done", "instant"], ["done", "e"]],
            e=[["note", "1"], ["yield"], ["note", "2"]],
            instant=[],
        ),
        """
        e 1 0
        main goes on 0
        main instant is done 0
        main e is not done 0
        e 2 0
        """,
        why="with `eager` the first step is taken inside `create_task`. That is asyncio's eager_start, from Python 3.12 on.",
    )


def test_futures() -> None:
    """A result schedules everybody who waits, in order, behind what is ready."""
    expect(
        program(
            main=[["future", "f"], ["task", "t"], ["when", "f", "d"], ["yield"], ["soon", "resolver"], ["soon", "c"]],
            t=[["wait", "f"], ["wait", "f"]],
            resolver=[["resolve", "f", 7], ["when", "f", "late"], ["soon", "last"]],
        ),
        """
        resolver ran 0
        c ran 0
        d ran 7 0
        t has f: 7 0
        t has f: 7 0
        late ran 7 0
        last ran 0
        """,
        why="`set_result` calls nobody, it schedules. The second await of t finds the future done and does not yield.",
    )


def test_results_of_tasks() -> None:
    """Whoever awaits a task gets what its coroutine returned, one trip after its end."""
    expect(
        program(
            main=[["task", "a"], ["join", "a"], ["join", "a"]],
            a=[["sleep", 30], ["note", "returns"], ["soon", "c"]],
        ),
        """
        a returns 30
        c ran 30
        main has the result of a 30
        main has the result of a 30
        """,
        why="a task is a future. When its coroutine returns, StopIteration brings the value, and `set_result` schedules who"
        " waits.",
    )


def test_the_whole_order() -> None:
    """The program of the statement prints what asyncio prints."""
    say = [["note", "1"], ["yield"], ["note", "2"]]
    first = [["soon", "soon 1"], ["later", 0, "later 0"], ["task", "t1"], ["task", "t2"], ["soon", "soon 2"]]
    last = [["note", "still running"], ["yield"], ["note", "resumed"], ["join", "t1"], ["join", "t2"], ["note", "done"]]
    expect(
        program(main=[*first, *last], t1=say, t2=say),
        """
        main still running 0
        soon 1 ran 0
        t1 1 0
        t2 1 0
        soon 2 ran 0
        main resumed 0
        later 0 ran 0
        t1 2 0
        t2 2 0
        main has the result of t1 0
        main has the result of t2 0
        main done 0
        """,
        why="one queue, and a few ways into it: play the first pass through by hand, and write down the queue.",
    )


def test_greedy_and_polite() -> None:
    """Beside a task that never yields the others wait; beside one that does they take turns."""
    tick = [["note", "0"], ["yield"], ["note", "1"]]
    why = "a task keeps the CPU until it yields. No scheduler can do anything about it."
    expect(
        program(main=[["task", "tick"], ["task", "b"]], tick=tick, b=[["note", "0"], ["note", "1"]]),
        "tick 0 0\nb 0 0\nb 1 0\ntick 1 0",
        why,
    )
    expect(
        program(main=[["task", "tick"], ["task", "b"]], tick=tick, b=[["note", "0"], ["yield"], ["note", "1"]]),
        "tick 0 0\nb 0 0\ntick 1 0\nb 1 0",
        why,
    )
