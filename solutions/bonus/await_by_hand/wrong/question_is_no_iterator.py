"""`__await__` gives a list, and not an iterator: an object with such an `__await__` cannot be awaited.

In a run: A TypeError at the first await, before anything has gone out.

Read again: What `__await__` gives is driven, step by step, like a coroutine. A list can be gone through, but it
cannot be driven.
"""

FAILS = {
    "await_by_hand_asks",
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        return [self.text]
