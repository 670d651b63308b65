"""The clock is a property that refuses to go back."""


class EventLoop:
    _now = 0

    @property
    def clock(self) -> int:
        return self._now

    @clock.setter
    def clock(self, value: int) -> None:
        if value < self._now:
            raise AssertionError(f"the clock stands at {self._now} and cannot go back to {value}")
        self._now = value
