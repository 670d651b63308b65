"""The coroutine is driven with `send(None)` alone: every `await` in it gives None."""

FAILS = {
    "await_by_hand_drives_to_the_end",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    answer = None
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as end:
            return Conversation(yielded, end.value)
        answer = None
