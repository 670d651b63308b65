"""The closed form, and where it holds (SPEC §3): heartbeats that do no work beside endless hogs of constant chunks.

P is the period that a heartbeat asks for, R the sum of all hogs' chunks (one pass), h the loop's hops; all in ms.
It does not hold for chunks that vary, for hogs that sleep or end, or for several heartbeats that work.
"""

from __future__ import annotations


def passes(asked: int, pass_ms: int) -> int:
    """⌈asked / pass_ms⌉."""
    return -(-asked // pass_ms)


def period(asked: int, pass_ms: int, hops: int) -> int:
    """The steady-state period of a heartbeat: (⌈P/R⌉ + h)·R."""
    return (passes(asked, pass_ms) + hops) * pass_ms


def stamps(asked: int, pass_ms: int, hops: int, number: int) -> tuple[int, int, int, int]:
    """All four stamps of wake `number` (from 0) of a heartbeat that was created before the hogs."""
    start = number * period(asked, pass_ms, hops)
    expired = start + passes(asked, pass_ms) * pass_ms
    return start + asked, expired, expired + pass_ms, start + period(asked, pass_ms, hops)


def first_wake(asked: int, pass_ms: int, hops: int, burned_before: int) -> int:
    """When a heartbeat first runs again that took its first step after `burned_before` ms of CPU."""
    return (max(1, passes(burned_before + asked, pass_ms)) + hops) * pass_ms


def working_period(asked: int, pass_ms: int, hops: int, work: int) -> int:
    """The period of a single heartbeat that burns `work` ms per tick: (⌈P/R⌉ + h + 1)·R + w."""
    return (passes(asked, pass_ms) + hops + 1) * pass_ms + work
