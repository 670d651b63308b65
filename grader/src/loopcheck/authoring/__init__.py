"""Authoring: the student template is generated from the course's own files, and one command says whether all is well.

    regions.py   the solutions in the reference, as named regions
    stubs.py     the stubs that take their place
    build.py     the generated files of student_template/, and writing those that differ
    check.py     everything that can be out of order, each complaint with its repair; it asks manifest.py, template.py,
                 texts.py and trial.py
    new.py       the files of a new bonus exercise, from skeleton/
    commands.py  `loopcheck author build`, `loopcheck author check` and `loopcheck author new`

What must stay true: a student never gets a line of a solution, and no file that was written by hand is touched.
"""
