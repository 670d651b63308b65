"""`__await__` yields the text and returns nothing: what is sent is lost.

In a run: 7 goes out and 42 comes in as they should, but the await gives None.

Read again: The value of an await is what `__await__` returns in the end. What becomes of the 42 between its yield
and that?
"""

FAILS = {
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        yield self.text
