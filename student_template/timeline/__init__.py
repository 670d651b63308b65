# Generated from grader/src/loopcheck/timeline/__init__.py by `loopcheck author build`: edit it there.
"""Pictures of time: what a loop did with some tasks, as SVG, as plain text, and in notebooks.

    from timeline import Timeline, record
    from mini_asyncio.workloads import heartbeat, hog

    run = record({"heartbeat": heartbeat(1000), "hog": hog(200)}, until=1400)
    Timeline("Why 1400?", [run])             # a notebook shows it
    print(Timeline("Why 1400?", [run]).text())

    model.py      what a picture shows: runs, their burns, sleeps, wakes and passes
    recording.py  watching a loop while it works
    words.py      the same in words: the text alternative
    svg.py        as SVG: panel.py draws one run, staircase.py one task that sleeps, on the scale of scale.py, with the
                  elements of pieces.py and the colours of style.py
    plain.py      as plain text, 80 columns wide

What must stay true: the standard library only, and no right answer in it: students get this very folder. A picture shows what
it was given, and the same input gives the same bytes.
"""

from .model import Burn, Run, Sleep, Timeline, Wake, from_rows
from .recording import record

__all__ = ["Burn", "Run", "Sleep", "Timeline", "Wake", "from_rows", "record"]
