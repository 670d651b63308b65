"""Type hints, a Protocol, an abstract base class and overloads wherever they fit."""

import heapq
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, Final, Protocol, TypeAlias, cast, final, runtime_checkable

Entry: TypeAlias = "tuple[int, int, SupportsExpiry]"


@runtime_checkable
class SupportsExpiry(Protocol):
    when: int
    callback: Callable[[], object]
    expired_at: int | None


class AbstractEventLoop(ABC):
    @abstractmethod
    def run_once(self) -> None: ...

    @abstractmethod
    def run(self, until: int) -> None: ...


@final
class EventLoop(AbstractEventLoop):
    FIRST: Final[int] = 0
    registry: ClassVar[dict[str, Any]] = {}

    def run_once(self) -> None:
        heap: list[Entry] = cast("list[Entry]", self.timers)
        queue: deque[Callable[[], object]] = self.ready
        entry: Entry
        while heap and (entry := heap[self.FIRST])[self.FIRST] <= self.clock:
            timer: SupportsExpiry = heapq.heappop(heap)[2]
            assert isinstance(timer, SupportsExpiry) and timer is entry[2]
            timer.expired_at = self.clock
            queue.append(timer.callback)
        size: int = len(queue)
        index: int
        for index in range(size):
            callback: Callable[[], object] = queue.popleft()
            callback()
