"""The value of StopIteration is not looked at: nobody learns what the coroutine returned.

In a run: What was yielded is right; the result is None, whatever the coroutine returned.

Read again: When a coroutine returns, `send` has no value to give, so it raises. What was returned is in that
exception.
"""

FAILS = {
    "await_by_hand_finds_the_result",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    answer = None
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration:
            return Conversation(yielded, None)
        answer = next(left)
