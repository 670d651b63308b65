"""The clean processes in which students' code runs, and the wall between them and the expected values.

    host.py       the trusted side: starts the zygote, sends a request, reads answers under a deadline
    protocol.py   the trusted side: what a request holds, and the strict reading of what comes back
    inside/       everything that lives in the other processes: standard library only, no expected value, no solution

What must stay true: nothing that comes from inside is trusted, executed or unpickled; it is a claim, read as plain data.
"""
