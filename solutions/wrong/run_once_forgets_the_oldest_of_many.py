"""The ready queue has a maximum length, so that what is too much falls out at its front.

In the stamps: With a few tasks all is right. Where more callbacks are ready than fit, the first of them never run.

Read again: Nothing that was queued may be lost. The queue is as long as it needs to be.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_expires_what_is_due",
}


import itertools
from collections import deque


class EventLoop:
    def __init__(self, hops=2):
        self.clock = 0
        self.ready = deque(maxlen=64)
        self.timers = []
        self.trace = []
        self.hops = hops
        self._armed = itertools.count()
