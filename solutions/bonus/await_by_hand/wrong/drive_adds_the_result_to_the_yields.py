"""What the coroutine returned is put behind what it yielded."""

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
