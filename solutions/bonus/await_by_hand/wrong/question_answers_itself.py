"""`__await__` yields nothing: the `await` is over before anybody was asked.

In a run: 7 never comes out of `send`: the await gives 7 at once, and the first `send` already ends the coroutine.

Read again: Who is to be asked sits outside, behind `send`. The only way there is a yield.
"""

FAILS = {
    "await_by_hand_asks",
    "await_by_hand_gets_the_answer",
    "await_by_hand_figures",
}

class Question:
    def __await__(self) -> Generator[Any, Any, Any]:
        return self.text
        yield
