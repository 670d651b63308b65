"""The value of the `await` is the text of the question, not the answer."""

FAILS = {
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        yield self.text
        return self.text
