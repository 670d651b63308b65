"""The first answer is taken for the start: every question gets the answer of the next one.

In a run: Of the answers 10, 20 and 30, the first question gets 20 and the second one 30.

Read again: The start takes no answer. Which one belongs to the first thing that is yielded?
"""

FAILS = {
    "await_by_hand_drives_to_the_end",
}

def drive(coroutine: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> Conversation:
    yielded: list[Any] = []
    left = iter(answers)
    answer = next(left, None) and None
    while True:
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as end:
            return Conversation(yielded, end.value)
        answer = next(left, 0)
