"""The functions stand outside, at the end of the module, and are put into the class there."""

import heapq


class EventLoop:
    del run_once


def _expire(loop):
    while loop.timers and loop.timers[0][0] <= loop.clock:
        _, _, timer = heapq.heappop(loop.timers)
        timer.expired_at = loop.clock
        loop.ready.append(timer.callback)


def _one_pass(loop):
    _expire(loop)
    for _ in range(len(loop.ready)):
        loop.ready.popleft()()


EventLoop.run_once = _one_pass
