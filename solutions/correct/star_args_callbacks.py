"""`call_soon` and `call_later` take arguments for the callback, and the task uses them."""

import functools
import heapq

from .timers import Timer


class EventLoop:
    def call_soon(self, callback, *args, **kwargs):
        self.ready.append(functools.partial(callback, *args, **kwargs))

    def call_later(self, delay, callback, *args):
        timer = Timer(self.clock + delay, callback)
        if args:
            timer.callback = functools.partial(callback, *args)
        heapq.heappush(self.timers, (timer.when, next(self._armed), timer))
        return timer


class Task:
    def _suspend(self, delay):
        sleep = {"task": self, "deadline": self.loop.clock + delay}
        sleep["timer"] = self.loop.call_later(delay, self._fire, sleep, 1, *"ab")

    def _fire(self, sleep, *ignored):
        self.deadline = sleep["deadline"]
        self.expired_at = sleep["timer"].expired_at
        self.fired_at = self.loop.clock
        if self.loop.hops == 2:
            self.loop.call_soon(Task.step, sleep["task"])
        else:
            self.step()
