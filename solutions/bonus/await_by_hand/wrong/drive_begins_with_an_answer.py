"""The first thing that is sent is an answer, but a coroutine that has not begun has nobody to take it.

In a run: A TypeError at the first `send`, and the coroutine never runs a line.

Read again: An answer arrives at a yield, and a coroutine that has not begun stands at none. What is all that it can
be sent?
"""

FAILS = {
    "await_by_hand_drives_to_the_end",
    "await_by_hand_keeps_what_was_yielded",
    "await_by_hand_finds_the_result",
    "await_by_hand_lets_exceptions_out",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    answer = next(left)
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as end:
            return Conversation(yielded, end.value)
        answer = next(left)
