"""The check-yourself notebook: questions whose answers are computed, for each student with other numbers.

    support.py                    what stands in the notebook itself: the student's numbers, and what is answered
    question.py, kinds.py         what a question is, and what its answer must look like
    models.py, asyncio_model.py   what computes the answers: the course's loop, variants of it, and CPython's own loop
    bank.py, settings.py          reads instructor/questions/, and the table [quiz] of course.toml
    outline.py, release.py        the notebook, from a text with short tags; what students get of it
    build.py                      the files: source, handout, one per student; the answer key
    marking.py                    credit for one answer, and what the student reads about it
    merge.py                      a submitted notebook, put back into the released one
    cells.py, executor.py         its cells, run by the worker, and the marking cells, run here
    nbgrader_course.py            nbgrader's course folder and gradebook, with our executor in its autograder
    feedback_page.py              its feedback pages, with templates that are compiled once
    grade.py, gradebook.py        a class; one gradebook with the code exercise, one export
    commands.py                   `loopcheck quiz ...`

What must stay true: no answer is typed in; the numbers of a student depend on nothing but the course's salt, the student's
id and the question; and nothing in the released notebook tells an answer, but for the practice questions.
"""
