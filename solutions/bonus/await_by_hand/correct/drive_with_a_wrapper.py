"""The coroutine is awaited in a second one, whose end leaves the result in a list."""

def drive(coroutine, answers):
    result = []

    async def outer():
        result.append(await coroutine)

    driving = outer()
    yielded = []
    try:
        yielded.append(driving.send(None))
        for answer in answers:
            yielded.append(driving.send(answer))
    except StopIteration:
        return Conversation(yielded, result[0])
    finally:
        driving.close()
    raise RuntimeError("it did not end")
