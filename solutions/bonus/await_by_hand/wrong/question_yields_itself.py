"""`__await__` yields the awaitable itself, as a future does, not its text.

In a run: `send(None)` gives an object of type Question instead of 7. The 42 arrives as it should.

Read again: A future yields itself because that is what its loop wants to see. What does whoever drives this
coroutine want to see?
"""

FAILS = {
    "await_by_hand_asks",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        answer = yield self
        return answer
