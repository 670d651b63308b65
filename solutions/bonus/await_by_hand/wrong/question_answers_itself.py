"""`__await__` yields nothing: the `await` is over before anybody was asked."""

FAILS = {
    "await_by_hand_asks",
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        return self.text
        yield
