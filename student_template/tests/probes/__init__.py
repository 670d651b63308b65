# Generated from grader/src/loopcheck/probes/__init__.py by `loopcheck author build`: edit it there.
"""Probes: they run a small experiment on a loop and report plain facts. They never judge.

What must stay true: standard library only, and no expected value anywhere in here. The hidden suite runs probes in the
submission's own process and compares what they report somewhere else; the visible checks of the student template hold a
copy of this folder and compare in place. So a student may read every line of it, and find no answer.

    program.py   a list of small operations on one function: queue this, resolve that, one pass
    schedule.py  tasks given as lists of commands, run by the whole loop
    hand.py      a loop without `run_once`, worked off by hand, for functions whose neighbours are not written yet
    plain.py     turning whatever a submission holds into ints, short strings and None
    tables.py    the facts as tables that people read
"""
