"""The coroutine is driven with `send(None)` alone: every `await` in it gives None.

In a run: Where 10 should be sent, None is, and so each time. What is yielded and what is returned are right.

Read again: None is for the start. After that somebody in the coroutine stands at a yield and waits for what is
sent.
"""

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
