"""Queue and heap are default arguments, so that all loops share them.

In the stamps: The first run is right. In the next one, tasks and timers of the loop before are still there.

Read again: A default argument is made once, when the function is defined. Each loop makes its own queue when it is
made.
"""

FAILS = {
    "run_once_runs_what_is_ready_in_order",
    "run_once_leaves_new_callbacks_to_the_next_pass",
    "run_once_expires_what_is_due",
    "expiry_is_punctual_in_the_demo",
    "hog_burns_between_ticks",
    "closed_form_gives_the_period",
    "closed_form_gives_all_four_stamps",
    "chopping_finer_makes_it_less_late",
    "any_order_of_creation",
    "a_heartbeat_that_works",
    "a_hog_that_ends",
    "an_endless_hog_does_not_starve_the_timer",
}


class EventLoop:
    def __init__(self, hops=2, ready=deque(), timers=[]):
        self.clock = 0
        self.ready = ready
        self.timers = timers
        self.trace = []
        self.hops = hops
        self._armed = itertools.count()
