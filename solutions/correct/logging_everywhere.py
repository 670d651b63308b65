"""Everything is logged, by a logger that is set up when the module is imported."""

import heapq
import logging
import sys

logging.basicConfig(stream=sys.stderr, level=logging.DEBUG, format="%(levelname)s %(message)s", force=True)
log = logging.getLogger(__name__)


class EventLoop:
    def run_once(self):
        log.debug("pass at %s: %s ready, %s timers", self.clock, len(self.ready), len(self.timers))
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            log.info("expired: %r", timer)
            self.ready.append(timer.callback)
        for _ in range(len(self.ready)):
            callback = self.ready.popleft()
            log.debug("runs: %r", callback)
            try:
                callback()
            except Exception:
                log.exception("%r raised", callback)
                raise


class Future:
    def set_result(self):
        log.info("%r is resolved", self)
        if not self.done:
            self.done = True
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)
