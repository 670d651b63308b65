"""`drive` calls a function of its own again for what is left."""

def drive(coroutine, answers):
    def go_on(value, left):
        try:
            first = coroutine.send(value)
        except StopIteration as stop:
            return [], stop.value
        rest, result = go_on(left[0], left[1:])
        return [first, *rest], result

    return Conversation(*go_on(None, list(answers)))
