"""The hidden checks of the bonus exercises, one file each: a course uses them, or they are not collected.

test_<exercise>.py       the checks             programs_<exercise>.py   what they ask, drawn from the secret seed
"""
