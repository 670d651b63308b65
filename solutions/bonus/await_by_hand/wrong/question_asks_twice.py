"""`__await__` yields a second time to get the answer: the first `send` after the question already brings it.

In a run: `send(42)` gives None instead of ending the coroutine; the 42 is lost, and one more has to be sent.

Read again: One yield goes out and comes back with the answer: a yield is an expression, and its value is what was
sent.
"""

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
