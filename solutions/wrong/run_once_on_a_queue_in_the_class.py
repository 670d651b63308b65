"""All loops share one ready queue.

In the stamps: The first run is right. In the next one, tasks of the loop before are still in the queue and get their
turns there.

Read again: What is made in the class body, or as a default argument, exists once, for all loops. Each loop makes its
own queue when it is made.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_lets_exceptions_out",
    "a_pass_of_tasks_ends",
}


class EventLoop:
    ready = deque()

    def __init__(self, hops=2):
        self.clock = 0
        self.timers = []
        self.trace = []
        self.hops = hops
        self._armed = itertools.count()
