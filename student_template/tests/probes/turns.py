# Generated from grader/src/loopcheck/probes/turns.py by `loopcheck author build`: edit it there.
"""What a pass of the loop is made of, one turn at a time, on a `HandLoop` or on a real `EventLoop`.

What must stay true: this is half of `run_once`, so a child has it only where `run_once` is not what is judged.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any


def turn(loop: Any) -> bool:
    """Run the callback at the front of the ready queue. False when the queue is empty."""
    if not loop.ready:
        return False
    loop.ready.popleft()()
    return True


def expire_next(loop: Any) -> bool:
    """Expire the timer that is due first: stamp it, and put its callback at the back. False when none is armed."""
    if not loop.timers:
        return False
    loop.timers.sort(key=itemgetter(0, 1))  # and a sorted list is a heap, which the next `call_later` may rely on
    entry = loop.timers.pop(0)
    timer = entry[2]
    timer.expired_at = loop.clock
    loop.ready.append(timer.callback)
    return True
