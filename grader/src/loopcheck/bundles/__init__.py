"""What an instructor hands to a platform, made from the course's own files: `loopcheck bundle PLATFORM`.

What must stay true: a bundle that students may read holds the visible checks and nothing hidden; and the same course gives
the same bytes.

    model.py             a bundle, and writing it as a folder or a zip
    template.py          the student template and its visible checks, as data
    classroom50.py       Classroom 50: public        github_classroom.py  GitHub Classroom's files: public
    gradescope.py        Gradescope: for instructors  grading.py           a grading repository on GitHub or GitLab
    wheels.py            loopcheck and what it needs as wheels, for an installation without a network
    command.py           `loopcheck bundle`
    files/               what goes into bundles as it is
"""
