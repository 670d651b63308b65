"""The number of a timer comes from `itertools.count`."""

from itertools import count

numbers = count()


class Loop:
    def call_later(self, delay, callback, *args):
        heappush(self.timers, (self.clock + delay, next(numbers), callback, args))
