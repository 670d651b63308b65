"""Watch a heartbeat of 1000 ms beside a hog of 200 ms."""

from mini_asyncio.loop import EventLoop
from mini_asyncio.workloads import heartbeat, hog

loop = EventLoop()
loop.create_task(heartbeat(1000), "heartbeat")
loop.create_task(hog(200), "hog")
loop.run(7000)
for wake in loop.trace:
    print(*wake)
