"""`__await__` yields the awaitable itself, as a future does, not its text."""

FAILS = {
    "await_by_hand_asks",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        answer = yield self
        return answer
