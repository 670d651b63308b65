"""The module can be run as a script: an import fallback, `__all__`, and a demonstration under the main guard."""

import heapq

try:
    from .task import Task
    from .timers import Timer
except ImportError:  # run as a script, from inside the folder
    from task import Task
    from timers import Timer

__all__ = ["EventLoop", "Task", "Timer"]
__author__ = "me"
DEBUG = False


class EventLoop:
    def run_once(self):
        while self.timers and self.timers[0][0] <= self.clock:
            timer = heapq.heappop(self.timers)[2]
            timer.expired_at = self.clock
            self.ready.append(timer.callback)
            if DEBUG:
                print("expired", timer)
        for _ in range(len(self.ready)):
            self.ready.popleft()()


if __name__ == "__main__":
    from workloads import heartbeat, hog

    loop = EventLoop()
    loop.create_task(heartbeat(1000), "heartbeat")
    loop.create_task(hog(200), "hog")
    loop.run(7000)
    for wake in loop.trace:
        print(*wake)
