"""`__await__` yields the text and returns nothing: what is sent is lost."""

FAILS = {
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        yield self.text
