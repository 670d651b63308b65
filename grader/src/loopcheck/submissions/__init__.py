"""Reading submissions: from whatever lies on the disk to the bytes that are graded.

What must stay true: a student's folder is only read, links in it are never followed, nothing of a student is imported
or parsed in this process, and whatever lies there ends as a `Source` with a sentence, never as an exception.

    layouts.py   a path -> the submissions in it: one, or a class
    reading.py   one submission's folder -> a Source
    finding.py   where in the folder the package is
    further.py   the student's own further modules, in the package and beside it
    files.py     listing folders and reading files, with care
    text.py      bytes of a module as text, and what is odd about them
    names.py     file names as text that can be shown
    flags.py     lines that the instructor may want to look at
    model.py     Source
"""
