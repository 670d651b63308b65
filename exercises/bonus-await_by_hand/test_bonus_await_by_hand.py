"""Bonus exercise await_by_hand: what `await` does, with nothing hidden behind it.

Each check drives a coroutine of ours, or runs your functions on asyncio's own loop. Its clock is not the real one: each pass
of the loop takes a few ms, so that every run is alike.
"""

from probes.bonus import Experiment

from bonus import expect

RESULTS = ("results",)


def awaited(name: str, yields: int) -> Experiment:
    args = {"name": name, "times": 3, "yields": yields, "neighbours": 1, "turns": 1, "first": 100}
    return Experiment("await_by_hand", "awaited", args)


def sleeps(name: str) -> Experiment:
    args = {"name": name, "delays": [25, 12], "step": 5, "begins_at": 1000}
    return Experiment("await_by_hand", "sleeps", args)


def test_question_and_answer() -> None:
    """Awaiting a question hands it to the driver, and what is sent is the value of the await."""
    expect(
        Experiment("await_by_hand", "questions", {"texts": [7, 8], "answers": [42, 43], "result": 23}),
        """
        called, and nothing has run
        send None gives 7
        the await gives 42
        send 42 gives 8
        the await gives 43
        returned 23
        """,
        why="`__await__` gives an iterator. What it yields is what `send` gives, and its own `yield` has the value that is"
        " sent next.",
    )


def test_drive() -> None:
    """drive answers each thing that is yielded, and finds what the coroutine returns."""
    expect(
        Experiment("await_by_hand", "driven", {"texts": [1, 2], "answers": [10, 20, 30], "result": 99, "error": False}),
        """
        called, and nothing has run
        yields 1
        is sent 10
        yields 2
        is sent 20
        yielded 1 2
        result 99
        """,
        why="the first `send` must be None. At the end `send` raises StopIteration, and what was returned is its value.",
    )


def test_drive_lets_exceptions_out() -> None:
    """Any other exception of the coroutine comes out of drive."""
    expect(
        Experiment("await_by_hand", "driven", {"texts": [1], "answers": [10], "result": 0, "error": True}),
        """
        called, and nothing has run
        yields 1
        is sent 10
        its exception came out
        """,
        why="only StopIteration is the end of a coroutine; whatever else it raises is a mistake, which somebody wants to see.",
    )


def test_awaited_directly() -> None:
    """Three coroutines that are awaited directly run before a task that waits for its turn."""
    expect(
        awaited("await_directly", 0),
        """
        make 1
        a 1
        make 2
        a 2
        make 3
        a 3
        results 101 104 109
        b 0
        """,
        why="an await runs the coroutine in place. The loop hears nothing of it until something is yielded.",
    )


def test_awaited_as_tasks() -> None:
    """Three coroutines that are awaited as tasks go through the loop, behind the task that waits there."""
    expect(
        awaited("await_as_tasks", 0),
        """
        make 1
        b 0
        a 1
        make 2
        a 2
        make 3
        a 3
        results 101 104 109
        """,
        why="a new task is put into the loop's ready queue, and stands behind whoever is there. And whoever awaits a task"
        " waits for a future.",
    )


def test_results_of_coroutines_that_yield() -> None:
    """What the coroutines return is given in order, also when they yield to the loop meanwhile."""
    for name in ("await_directly", "await_as_tasks"):
        why = "the value of an await is what the coroutine, or the task, has returned."
        expect(awaited(name, 2), "results 101 104 109", why, only=RESULTS)


def test_sleep_with_watcher() -> None:
    """The sleeper waits for one future that its watcher resolves, and no timer is used."""
    expect(
        sleeps("sleep_with_watcher"),
        """
        bare yields of 1 0
        bare yields of 0 0
        timers 0
        """,
        why="a sleeper that asks for the time itself is resumed in every pass; one that waits for a future is not. It is the"
        " watcher that yields again and again.",
        only=("bare yields of", "timers"),
    )


def test_sleep_without_future() -> None:
    """The sleeper yields to the loop itself: no future, no task, no timer."""
    expect(
        sleeps("sleep_without_future"),
        """
        futures of 1 0
        futures of 0 0
        tasks 0
        timers 0
        """,
        why="a yield of nothing at all, as in `asyncio.sleep(0)`, means to the loop: resume me in the next pass.",
        only=("futures of", "tasks", "timers"),
    )


def test_no_sleep_is_short() -> None:
    """Nobody is awake before the time, and everybody soon after it."""
    for name in ("sleep_with_watcher", "sleep_without_future"):
        sleep = sleeps(name)
        sleep.name = "long_enough"
        expect(
            sleep,
            """
            sleeper 1 slept long enough, and woke soon
            sleeper 0 slept long enough, and woke soon
            """,
            why="the moment is `loop.time()` now, plus the delay. Then only the loop's time counts: how long a pass takes,"
            " nobody knows.",
        )
