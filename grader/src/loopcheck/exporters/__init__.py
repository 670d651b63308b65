"""Grade files for course platforms, made of a grade book.

What must stay true: nobody without a score becomes a 0 in silence; what a student will see obeys each check's disclosure
(`message`, never `detail`, `flags` or the seed); and the same grade book gives the same bytes.

    model.py             what an exporter takes and gives
    texts.py             the words that exports share
    tables.py            rows as CSV
    gradescope.py        results.json per student        classroom50.py        result.json per student
    github_classroom.py  the reporter's runners          junit.py              JUnit XML per student
    canvas.py  moodle.py  nbgrader_csv.py  plain_csv.py  one CSV file for the class
    command.py           `loopcheck export`
"""
