"""The clean processes in which students' code runs, and the wall between them and the expected values.

    host.py       the trusted side: sends a request, reads answers under a deadline
    starters.py   the trusted side: starts the zygote, and children by it or one by one
    sandbox.py    the trusted side: the levels of isolation, strongest first, and the command for bubblewrap
    protocol.py   the trusted side: what a request holds, and the strict reading of what comes back
    inside/       everything that lives in the other processes: standard library only, no expected value, no solution

What must stay true: nothing that comes from inside is trusted, executed or unpickled; it is a claim, read as plain data.
"""
