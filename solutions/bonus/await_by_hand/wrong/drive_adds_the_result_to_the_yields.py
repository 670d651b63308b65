"""What the coroutine returned is put behind what it yielded.

In a run: A coroutine that yields 1 and 2 and returns 99 is said to have yielded 1, 2 and 99. The result is right.

Read again: What is returned is not yielded. It comes another way than as the value of `send`.
"""

FAILS = {
    "await_by_hand_keeps_what_was_yielded",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    answer = None
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as end:
            return Conversation([*yielded, end.value], end.value)
        answer = next(left)
