"""`loopcheck verify`: is what the course teaches true of the event loop of this very interpreter?

    command.py     what the command prints, and its exit code
    questions.py   what is asked: pinned traces, the closed form's grid, random schedules, what the hidden suite asks
    claims.py      who claims to know the answers: the reference, or any solution folder
    comparing.py   claims against CPython's own loop (loopcheck.oracle), with the first divergence in words
    sections.py    the parts of the report that measure CPython alone, and judge what they find:
    wakeups.py     how many trips through the ready queue each way of waiting costs
    debug_mode.py  which hog asyncio's debug mode warns of, and which does the harm
    real_time.py   the same figures on the machine's clock, counted in burns instead of milliseconds
    others.py      loops that are not asyncio's: uvloop, trio
    source.py      the lines of this interpreter's asyncio that carry it all
    outside.py     where the course's loop and asyncio part, on purpose
    printing.py    text in columns

What must stay true: a mismatch is never explained away. What the model says nothing about is left out by a rule that is
written down and counted, before anybody looks at the answer.
"""
