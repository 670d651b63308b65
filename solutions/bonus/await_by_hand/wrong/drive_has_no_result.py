"""The value of StopIteration is not looked at: nobody learns what the coroutine returned."""

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
