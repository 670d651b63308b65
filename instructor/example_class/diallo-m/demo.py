"""Watch a heartbeat of 1000 ms beside a hog of 200 ms."""

from my_loop.loop import EventLoop
from my_loop.workloads import heartbeat, hog

loop = EventLoop()
loop.create_task(heartbeat(1000), "heartbeat")
loop.create_task(hog(200), "hog")
loop.run(7000)
for wake in loop.trace:
    print(*wake)
