"""Every exception counts as the end of the coroutine: a mistake in it goes unseen.

In a run: A coroutine that raises seems to have returned None.

Read again: One exception says that a coroutine has ended. All others are the business of whoever called you, and
should come out.
"""

FAILS = {
    "await_by_hand_lets_exceptions_out",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    answer = None
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except Exception as end:
            return Conversation(yielded, getattr(end, "value", None))
        answer = next(left)
