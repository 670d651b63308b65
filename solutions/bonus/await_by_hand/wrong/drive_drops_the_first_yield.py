"""What the starting `send(None)` gives is thrown away: that is the first thing that was yielded.

In a run: Of 1 and 2 only the 2 is kept, though both are answered. A coroutine that never yields ends `drive` with
its StopIteration.

Read again: Every `send` gives what is yielded next, and the first one is no exception. And every `send` may be the
last.
"""

FAILS = {
    "await_by_hand_drives_to_the_end",
    "await_by_hand_keeps_what_was_yielded",
    "await_by_hand_finds_the_result",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    coroutine.send(None)
    answer = next(left)
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as end:
            return Conversation(yielded, end.value)
        answer = next(left)
