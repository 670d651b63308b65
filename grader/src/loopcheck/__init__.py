"""loopcheck: the grader of the mini-asyncio course."""

__version__ = "0.1.0"
