"""The oracle: CPython's own asyncio, run on a clock of whole milliseconds and asked the same questions as a student's loop.

The course claims that its toy loop does what asyncio does. This package is how that claim is checked: it holds no model
of a loop, only CPython's, and a way to watch it.

    virtual.py     CPython's event loop on a virtual clock; a teaching piece of its own, standard library only: read it first
    kinds.py       the task implementations of this interpreter: in C, in Python, and eager ones
    mini.py        the classes of `mini_asyncio`, with asyncio inside: `set_result`, `_suspend` and `run_once` by the real thing
    answering.py   the probes of the hidden suite, answered by it

What must stay true: nothing of the reference solution is imported here. Two that share code would agree on its mistakes.
"""
