"""What was yielded is sent back, as if a coroutine were to answer itself.

In a run: To the 1 that it yielded it is sent 1 instead of 10. What is yielded and what is returned are right.

Read again: The answers come from outside: one for each thing that is yielded, in their order.
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
        answer = yielded[-1]
