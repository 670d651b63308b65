"""One helper sends, and says whether it was a yield or the end."""

def send(coroutine, value):
    try:
        return False, coroutine.send(value)
    except StopIteration as stop:
        return True, stop.value


def drive(coroutine, answers):
    said = []
    ended, value = send(coroutine, None)
    answers = list(answers)
    while not ended:
        said.append(value)
        ended, value = send(coroutine, answers.pop(0))
    return Conversation(yielded=said, result=value)
