"""The result is the last thing that was yielded: what a coroutine returns is not yielded.

In a run: A coroutine that yields 1 and 2 and returns 99 has the result 2.

Read again: What is yielded goes out while it runs. What is returned comes at its end, and comes another way.
"""

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
