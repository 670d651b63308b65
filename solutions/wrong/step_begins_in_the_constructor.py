"""A task takes its first step when it is made, not in its first turn.

In the stamps: The demo's stamps are right. But the body runs before `run` was called, in the order of creation
instead of the order of the queue, and outside of any pass.

Read again: Making a task runs nothing of it. Its first step stands in the ready queue, like every other step.
"""

FAILS = {
    "step_resumes_the_generator_once",
    "step_adds_a_burn_to_the_clock",
    "step_queues_a_burner_at_the_back",
    "step_suspends_a_sleeper",
    "step_rejects_unknown_commands",
    "step_lets_other_exceptions_out",
    "suspend_counts_from_now",
    "suspend_notes_when_the_timer_expired",
    "suspend_notes_when_the_callback_fired",
    "suspend_with_one_hop_wakes_in_place",
    "suspend_with_two_hops_costs_one_more_trip",
    "suspend_shares_nothing",
    "random_schedules_run_in_the_right_order",
}


class Task:
    def __init__(self, loop, coro, name=None):
        self.loop = loop
        self.coro = coro
        self.name = name
        self.deadline = None
        self.expired_at = None
        self.fired_at = None
        self.step()
