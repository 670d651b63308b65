"""The result is the StopIteration itself, not the value in it.

In a run: What was yielded is right; the result is an object of type StopIteration instead of 99.

Read again: The exception brings what was returned, it is not what was returned. Look at what it has inside.
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
        except StopIteration as end:
            return Conversation(yielded, end)
        answer = next(left)
