"""nbgrader's settings of this course. `loopcheck quiz build` writes source/ and handout/ here; `loopcheck quiz grade` grades.

`nbgrader autograde` and the formgrader of `jupyter lab` work in this folder, too. But plain `nbgrader autograde` runs
students' code as you, beside your files, and the marking code in the same process: a student's cell can change its own mark,
read the answers and write to the gradebook. `loopcheck quiz grade` does not have these holes.
"""

c = get_config()  # noqa: F821 - nbgrader defines it

c.CourseDirectory.course_id = "mini_asyncio"
c.ClearSolutions.code_stub = {"python": "# ..."}
c.Execute.timeout = 10
# A cell that cannot be interrupted costs its own points and those after it, not the whole notebook.
c.Execute.raise_on_iopub_timeout = False
c.Execute.iopub_timeout = 1
# What graders hid stays hidden in the feedback; `loopcheck quiz grade` shows mark schemes there, but in a second chance.
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
