"""The check-yourself notebook: questions whose answers are computed, for each student with other numbers.

    support.py                    what stands in the notebook itself: the student's numbers, and what is answered
    question.py, kinds.py         what a question is, and what its answer must look like
    models.py, asyncio_model.py   what computes the answers: the course's loop, variants of it, and CPython's own loop
    bank.py                       reads instructor/questions/
    marking.py                    credit for one answer, and what the student reads about it
    outline.py, release.py        the notebook, from a text with short tags
    merge.py, cells.py            a submitted notebook, put back into the released one; its cells, run by the worker
    executor.py, course_folder.py nbgrader's converters with our executor in place of nbgrader's kernel

What must stay true: no answer is typed in; the numbers of a student depend on nothing but the course's salt, the student's
id and the question; and nothing in the released notebook tells an answer, but for the practice questions.
"""
