"""`set_result` schedules the waiter with the loop that is running, not with the future's own.

In the stamps: With one loop all is right. When a callback of another loop resolves the future, the waiter runs on that
loop, at that loop's time.

Read again: The future knows its loop. Who resolves it, and from where, does not matter.
"""

FAILS = {
    "set_result_wakes_its_own_waiter",
}


_running = []


def noting_what_runs(cls):
    run_once = cls.run_once

    def noted(self):
        _running.append(self)
        try:
            run_once(self)
        finally:
            _running.pop()

    cls.run_once = noted
    return cls


class Future:
    def set_result(self):
        from . import loop

        if self.done:
            return
        self.done = True
        if self.waiter is not None:
            (loop._running[-1] if loop._running else self.loop).call_soon(self.waiter)


@noting_what_runs
class EventLoop:
    pass
