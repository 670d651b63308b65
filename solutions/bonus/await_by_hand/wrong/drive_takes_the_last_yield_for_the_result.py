"""The result is the last thing that was yielded: what a coroutine returns is not yielded."""

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
            return Conversation(yielded, yielded[-1] if yielded else None)
        answer = next(left)
