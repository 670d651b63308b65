"""A toy event loop in which time is a number: a ready queue, a timer heap, and tasks that are generators.

Where to start reading: `loop.py` holds the loop, `task.py` what it runs, `future.py` what a task waits for.

This file imports nothing on purpose. Each module is imported by its own name
(`from mini_asyncio.loop import EventLoop`), so a mistake in one module does not hide the others.
"""
