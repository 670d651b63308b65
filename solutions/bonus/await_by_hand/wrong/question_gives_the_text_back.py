"""The value of the `await` is the text of the question, not the answer.

In a run: 7 goes out and 42 comes in as they should, but the await gives 7.

Read again: A yield has a value, and it is not what was yielded: it is what somebody has sent.
"""

FAILS = {
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        yield self.text
        return self.text
