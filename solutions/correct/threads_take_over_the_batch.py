"""A thread runs the batch, and the pass waits for it: an exception is handed over."""

import heapq
import threading


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
        batch = list(self.ready)
        self.ready.clear()
        if len(batch) < 3:  # not worth a thread
            for callback in batch:
                callback()
            return
        caught = []
        thread = threading.Thread(target=self._run_all, args=(batch, caught))
        thread.start()
        thread.join()
        if caught:
            raise caught[0]

    @staticmethod
    def _run_all(batch, caught):
        try:
            for callback in batch:
                callback()
        except Exception as error:
            caught.append(error)
