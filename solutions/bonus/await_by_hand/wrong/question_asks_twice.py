"""`__await__` yields a second time to get the answer: the first `send` after the question already brings it."""

FAILS = {
    "await_by_hand_asks",
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        yield self.text
        answer = yield
        return answer
