"""`drive` goes over None and the answers, and leaves when the coroutine ends."""

def drive(coroutine, answers):
    yielded = []
    for answer in (None, *answers):
        try:
            yielded.append(coroutine.send(answer))
        except StopIteration as stop:
            return yielded, stop.value
    raise AssertionError("not enough answers")
