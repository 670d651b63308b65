"""Reading submissions: real folders, as students leave them, and as somebody with bad intentions would."""

import json
import os
import pickle
import re
import subprocess
import sys
import textwrap
import time
import tomllib
import unicodedata
from pathlib import Path

import pytest

from loopcheck.course import Course, course_files, load_course
from loopcheck.csv_files import parse_table
from loopcheck.exporters.tables import csv_bytes
from loopcheck.submissions import finding, further, ours, reading
from loopcheck.submissions.flags import flags_of
from loopcheck.submissions.layouts import Found, SubmissionsError, find_submissions
from loopcheck.submissions.model import Source, digest_of
from loopcheck.submissions.names import unique_ids, visible
from loopcheck.submissions.reading import read_submission

FUTURE = b"class Future:\n    pass\n"
TASK = b"class Task:\n    pass\n"
LOOP = b"class EventLoop:\n    pass\n"
MODULES = {"future.py": FUTURE, "task.py": TASK, "loop.py": LOOP}

HAND_IN = "Hand in the folder mini_asyncio/ with future.py, task.py and loop.py."

posix = pytest.mark.skipif(os.name != "posix", reason="needs names, links, FIFOs or permissions of a POSIX system")


@pytest.fixture
def course() -> Course:
    return load_course()


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """A student's folder, empty."""
    folder = tmp_path / "adams-a"
    folder.mkdir()
    return folder


def put(folder: Path, **files: bytes) -> None:
    """Write files; two underscores in a name stand for a slash, and `.py` is added."""
    for name, data in files.items():
        write(folder, f"{name.replace('__', '/')}.py", data)


def write(folder: Path, name: str, data: bytes = b"") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def package(folder: Path, **changed: bytes) -> Path:
    """The three modules in `folder`, some of them with other contents."""
    for name, data in MODULES.items():
        write(folder, name, changed.get(name.removesuffix(".py"), data))
    return folder


def snapshot(folder: Path) -> list[tuple[str, int, int, int]]:
    """Names, modes, sizes and times of everything below, links not followed."""
    paths = [folder, *folder.rglob("*")]
    stats = [(str(path), path.lstat()) for path in sorted(paths)]
    return [(name, stat.st_mode, stat.st_size, stat.st_mtime_ns) for name, stat in stats]


def read(folder: Path, untouched: dict[str, bytes] | None = None) -> Source:
    """Read it, and make sure of what holds for every submission: nothing changed, and the result travels."""
    is_folder = folder.is_dir() and not folder.is_symlink()
    before = snapshot(folder) if is_folder else []
    course = load_course()
    source = read_submission("adams-a", folder, course, course_files().provided_sources(course), untouched)
    assert (snapshot(folder) if is_folder else []) == before
    assert pickle.loads(pickle.dumps(source)) == source  # noqa: S301 - our own bytes
    for sentence in (source.problem, *source.notes, *source.flags):
        sentence.encode()
        assert sentence.isprintable()
        assert str(folder.parent) not in sentence
    if source.problem:
        assert source.problem.endswith(".")
        assert source.modules == {}
        assert source.digest == ""
    else:
        assert source.digest == digest_of(source.modules)
    return source


def read_without_privileges(folder: Path) -> tuple[str, list[str]]:
    """(problem, notes) as seen by a process that even as root may not override permissions."""
    script = textwrap.dedent("""
        import ctypes, json, os, sys
        from pathlib import Path
        from loopcheck.course import course_files, load_course
        from loopcheck.submissions.reading import read_submission
        from loopcheck.submissions.layouts import SubmissionsError, find_submissions
        course = load_course()
        provided = course_files().provided_sources(course)
        if os.geteuid() == 0:  # give up all capabilities: header version 3, this process; two empty sets
            libc = ctypes.CDLL(None, use_errno=True)
            assert libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()) == 0
        path = Path(sys.argv[1])
        source = read_submission("x", path, course, provided)
        try:
            found = str(len(find_submissions(path, course).items))
        except SubmissionsError as error:
            found = str(error)
        print(json.dumps([source.problem, [*source.notes, found]]))
    """)
    done = subprocess.run(
        [sys.executable, "-c", script, folder],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    problem, notes = json.loads(done.stdout)
    return problem, notes


# --- where the package is ---------------------------------------------------------------------------------------------


def test_the_usual_package_is_taken_without_a_word(student: Path) -> None:
    package(student / "mini_asyncio")
    source = read(student)
    assert source == Source("adams-a", MODULES, digest=digest_of(MODULES))


@pytest.mark.parametrize(
    ("place", "note"),
    [
        (".", "the submission's own folder"),
        ("my_loop", "the folder my_loop/"),
        ("week 3/work/mini_asyncio", "the folder week 3/work/mini_asyncio/"),
        ("1/2/3/4/5/6", "the folder 1/2/3/4/5/6/"),
    ],
)
def test_another_place_is_found_and_said(student: Path, place: str, note: str) -> None:
    package(student / place)
    source = read(student)
    assert source.modules == MODULES
    assert source.notes == (f"the modules were taken from {note}, not from mini_asyncio/",)


SKIPPED = """
.git .venv/lib venv node_modules/x __pycache__ lib/site-packages .ipynb_checkpoints __MACOSX .hidden tests 1/2/3/4/5/6/7
"""


@pytest.mark.parametrize("place", SKIPPED.split())
def test_some_folders_are_not_searched(student: Path, place: str) -> None:
    package(student / place)
    write(student, "notes.txt")
    assert read(student).problem.startswith("There is no module of the exercise")


def test_most_modules_then_the_name_then_the_shallowest_then_the_alphabet(student: Path) -> None:
    put(student, future=FUTURE, task=TASK)
    put(student, mini_asyncio__task=TASK)
    package(student / "deep" / "down" / "b", task=TASK + b"# b\n")
    package(student / "deep" / "down" / "a", task=TASK + b"# a\n")
    assert read(student).modules["task.py"].endswith(b"# a\n")
    package(student / "z", task=TASK + b"# z\n")
    assert read(student).modules["task.py"].endswith(b"# z\n")
    package(student / "deep" / "mini_asyncio", task=TASK + b"# named\n")
    assert read(student).modules["task.py"].endswith(b"# named\n")
    write(student, "mini_asyncio/future.py", FUTURE)
    write(student, "mini_asyncio/loop.py", LOOP)
    assert read(student).modules["task.py"] == TASK


def test_other_versions_passed_over_are_named_and_equal_ones_are_not(student: Path) -> None:
    package(student / "mini_asyncio")
    package(student / "same", task=TASK.replace(b"\n", b"\r\n"))
    package(student / "old")
    write(student, "old/loop.py", LOOP + b"# first try\n")
    write(student, "half/task.py", TASK + b"# half\n")
    assert read(student).notes == ("half/, old/: there are other versions of the modules, which were not graded",)


def test_capitals_in_a_name(student: Path) -> None:
    put(student, mini_asyncio__future=FUTURE, mini_asyncio__loop=LOOP, mini_asyncio__Task=TASK)
    source = read(student)
    assert source.modules == MODULES
    assert source.notes == ("Task.py was taken for task.py: name it task.py, with small letters",)


@pytest.mark.parametrize(
    "name",
    [
        "task (1).py",
        "task(2).py",
        "task-2.py",
        "task 3.py",
        "Task - Copy.py",
        "task - Copy (2).py",
        "task copy 2.py",
        "task - Kopie.py",
    ],
)
def test_one_copy_of_a_missing_module_is_taken(student: Path, name: str) -> None:
    put(student, mini_asyncio__future=FUTURE, mini_asyncio__loop=LOOP)
    write(student, f"mini_asyncio/{name}", TASK)
    source = read(student)
    assert source.modules == MODULES
    assert source.notes == (f"{name} was taken for task.py: name it task.py",)
    write(student, "mini_asyncio/task.py", TASK + b"# newer\n")
    source = read(student)
    assert source.modules["task.py"].endswith(b"# newer\n")
    assert source.notes == (f"not graded instead of task.py: {name}; if you meant it, rename it to task.py",)


def test_two_copies_of_a_missing_module_are_named(student: Path) -> None:
    put(student, future=FUTURE, loop=LOOP)
    write(student, "task (1).py", TASK)
    write(student, "task-2.py", TASK)
    write(student, "task_2.py", b"")
    source = read(student)
    assert sorted(source.modules) == ["future.py", "loop.py", "task_2.py"], "task_2.py can be a module of one's own"
    assert source.notes[1:] == (
        "not graded: task (1).py, task-2.py; if you meant one of them, rename it to task.py",
        "task.py is missing",
    )
    for name in ("future.py", "loop.py"):
        (student / name).unlink()
    assert read(student).problem.startswith(
        "There are Python files (task (1).py, task-2.py, task_2.py), but none is named"
    )
    assert "Rename those that you mean." in read(student).problem


@posix
def test_the_exact_name_wins_over_capitals(student: Path) -> None:
    package(student / "mini_asyncio")
    write(student, "mini_asyncio/TASK.py", b"class Task: ...  # other\n")
    if len(list((student / "mini_asyncio").iterdir())) < 4:
        pytest.skip("this disk does not tell capitals apart")
    assert read(student).modules == MODULES


# --- the student's own further modules --------------------------------------------------------------------------------


def test_helper_modules_travel_and_provided_ones_do_not(student: Path, course: Course) -> None:
    folder = package(student / "mini_asyncio")
    for name, data in course_files().provided_sources(course).items():
        write(folder, name, data.replace(b"\n", b"\r\n"))
    write(folder, "sleeping.py", b"NAP = 1\n")
    write(folder, "not-a-name.py", b"")
    write(folder, "2nd.py", b"")
    write(folder, "data.txt", b"")
    write(folder, "sub/more.py", b"")
    source = read(student)
    assert source.modules == {**MODULES, "sleeping.py": b"NAP = 1\n"}
    assert source.notes == ()


def test_a_class_that_lives_in_a_helper_counts(student: Path) -> None:
    star = b"from .all_of_it import *\n"
    write(package(student / "mini_asyncio", future=star, task=star, loop=star), "all_of_it.py", FUTURE + TASK + LOOP)
    assert read(student).problem == ""


def test_too_many_helpers_leave_out_those_that_nobody_mentions(student: Path) -> None:
    folder = package(student / "mini_asyncio", task=b"from .zebra import Task\nclass Task: ...\n")
    for number in range(30):
        write(folder, f"h{number:02}.py", b"")
    write(folder, "zebra.py", b"Z = 1\n")
    source = read(student)
    assert len(source.modules) == 3 + further.MOST
    assert source.modules["zebra.py"] == b"Z = 1\n"
    assert "there are 31 modules of your own; only 20 were taken (20 modules and 1024 KiB)" in source.notes


def test_a_helper_that_is_too_large_is_left_out(student: Path) -> None:
    write(package(student / "mini_asyncio"), "table.py", b"#" * (further.LARGEST_MODULE + 1))
    source = read(student)
    assert source.modules == MODULES
    assert source.notes == ("table.py is larger than 256 KiB, and was left out",)


IMPORTING = """
from .util import x
import json, helpers as h, tools.more
try:
    from fallback import y
except ImportError:
    pass
z = importlib.import_module("named.later")
class Task: ...
"""


def test_folders_of_the_package_and_modules_beside_it_travel(student: Path) -> None:
    folder = package(student / "mini_asyncio", task=IMPORTING.encode())
    taken = (
        "mini_asyncio/util/__init__",
        "mini_asyncio/util/deep/x",
        "helpers",
        "tools/more",
        "tools/__init__",
        "fallback",
        "named/later",
    )
    left = (
        *("mini_asyncio/notes/x", "mini_asyncio/util/tests/x", "mini_asyncio/util/.hidden/x", "other", "demo", "setup"),
        *("tests/helpers", "test_helpers", "json", "util/x"),
    )
    for name in (*taken, *left):
        write(student, f"{name}.py", f"NAME = {name!r}\n".encode())
    (folder / "util" / "link.py").symlink_to(student / "other.py")
    source = read(student)
    beside = "fallback.py, helpers.py, named/later.py, tools/__init__.py, tools/more.py"
    own = {key: data for key, data in source.modules.items() if key not in MODULES}
    assert own == {
        key: f"NAME = {name!r}\n".encode()
        for name in taken
        for key in [f"{name.removeprefix('mini_asyncio/') if '_as' in name else '../' + name}.py"]
    }
    assert source.notes == (
        "mini_asyncio/util/link.py is a symbolic link and was not followed: hand in the files themselves",
        f"{beside}: imported from beside mini_asyncio/, and graded with it",
        "json.py has the name of a module of Python's standard library, which was used instead: give yours another name",
    )


def test_names_that_nobody_may_take(student: Path) -> None:
    names = ("demo", "setup", "conftest", "tests", "test_it", "loopcheck", "pytest", "mini_asyncio", "os", "Random")
    package(student / "mini_asyncio", task="\n".join(f"import {name}" for name in names).encode() + TASK)
    for name in names:
        write(student, f"{name}.py", b"")
        write(student, f"{name}/x.py", b"")
    assert set(read(student).modules) == {*MODULES, "x.py"}


def test_what_lies_outside_of_the_submission_is_never_taken(student: Path) -> None:
    code = b"import helpers\nfrom berg import x\n" + TASK
    write(student.parent, "helpers.py", b"")
    package(student.parent / "berg")
    source = read(package(student, task=code))
    assert set(source.modules) == set(MODULES)
    assert any("task.py imports berg, helpers: not in the submission" in note for note in source.notes)
    assert read(student / "task.py").modules == {"task.py": code}
    write(student, "helpers.py", b"H = 1\n")
    assert set(read(student).modules) == {*MODULES, "helpers.py", "../helpers.py"}
    assert set(read(student / "task.py").modules) == {"task.py"}


def test_an_import_that_nothing_resolves_is_said_and_one_that_is_tried_is_not(student: Path) -> None:
    code = (
        b"import numpy as np, os\nimport pytest\nif False:\n    import mypy\nfrom .own import x\n# import more\n" + TASK
    )
    package(student / "mini_asyncio", task=code)
    [note] = read(student).notes
    assert note.startswith("task.py imports numpy: not in the submission, not in Python's standard library")


WIDE = "\uff4f\uff53"
"""`os` in wide letters, which Python takes for the plain ones."""


@posix
def test_names_that_nobody_may_take_cannot_be_written_in_wide_letters_either(student: Path) -> None:
    package(student / "mini_asyncio", task=b"import os\n" + TASK)
    for name in (
        f"{WIDE}.py",
        f"{WIDE}/__init__.py",
        "mini_asyncio/\uff54imers.py",
        "mini_asyncio/\uff54imers/__init__.py",
    ):
        write(student, name, b"")
    assert read(student).modules == {**MODULES, "task.py": b"import os\n" + TASK}


LINES_FOR_EVER = {
    "a long word": "from " + "a" * 40_000,
    "many dots": "from a" + "." * 40_000,
    "many spaces": "import a" + " " * 40_000 + "!",
    "many accents": "import a" + "\u0301\u0323" * 40_000,
    "many beginnings": "import " * 40_000,
}


@pytest.mark.parametrize("kind", LINES_FOR_EVER)
def test_a_long_line_does_not_stop_the_class(student: Path, kind: str) -> None:
    """Who reads has no deadline: an expression that tries a line in many ways would take minutes here, and for a megabyte
    hours."""
    package(student, task=TASK + LINES_FOR_EVER[kind].encode())
    began = time.process_time()
    read(student)
    assert time.process_time() - began < 4


def test_an_import_of_a_name_that_no_file_can_have_is_not_told(student: Path) -> None:
    package(student / "mini_asyncio", task=b"import " + b"a" * 100_000 + b"\n" + TASK)
    assert read(student).notes == ()


def test_further_modules_are_bounded(student: Path) -> None:
    folder = package(student / "mini_asyncio", task=b"from .util import x\nfrom tools import y\n" + TASK)
    for number in range(9):
        write(folder, f"util/big{number}.py", b"#" * 200 * 1024)
        write(student, f"tools/{'d/' * number}t.py", b"")
    source = read(student)
    own = {key for key in source.modules if key not in MODULES}
    assert sum(map(len, source.modules.values())) < further.LARGEST_SUM + 1000
    assert len([key for key in own if key.startswith("util/")]) == 5
    assert len([key for key in own if key.startswith("../tools/")]) == further.DEEPEST
    assert any(note.startswith("there are 13 modules of your own; only 9 were taken") for note in source.notes)


def test_a_changed_init_travels_beside_the_course_s_own(student: Path) -> None:
    folder = package(student / "mini_asyncio")
    write(folder, "__init__.py", course_files().provided_sources(load_course())["__init__.py"])
    assert read(student).modules == MODULES
    write(folder, "__init__.py", b"from .task import Task\n")
    source = read(student)
    assert source.modules == {**MODULES, "__init__.py (as submitted)": b"from .task import Task\n"}
    [note] = source.notes
    assert note.startswith("__init__.py was changed; the course's own copy was used; names that only yours has")


def test_a_changed_provided_module_is_said(student: Path) -> None:
    write(package(student / "mini_asyncio"), "timers.py", b"class Timer: ...\n")
    assert read(student).notes == ("timers.py was changed; the course's own copy was used",)


# --- nothing to grade -------------------------------------------------------------------------------------------------


def test_an_empty_folder(student: Path) -> None:
    assert read(student).problem == f"The folder is empty: there is nothing to grade. {HAND_IN}"


def test_no_module_lists_what_there_is(student: Path) -> None:
    for name in ("README.md", "a.txt", "b.txt", "c.txt", "d.txt", "task.py.txt"):
        write(student, name)
    assert "only README.md, a.txt, b.txt, c.txt, d.txt and 1 more." in read(student).problem


def test_another_assignment_by_its_names(student: Path) -> None:
    write(student, "fibonacci.py", b"def fib(n): ...\n")
    assert read(student).problem == (
        "This looks like another assignment: there are Python files (fibonacci.py), "
        f"but none is named future.py, task.py or loop.py. {HAND_IN}"
    )


def test_another_assignment_by_its_contents(student: Path) -> None:
    write(student, "task.py", b"# class Task would be here\ndef fib(n): ...\n")
    assert read(student).problem == (
        f"This looks like another assignment: task.py holds no class Future, Task or EventLoop. {HAND_IN}"
    )


def test_student_code_is_not_run(student: Path) -> None:
    package(student / "mini_asyncio", task=TASK + b"raise SystemExit('imported')\n")
    assert read(student).problem == ""


def test_nothing_there(student: Path) -> None:
    assert read(student / "gone").problem == (
        "The submission cannot be read (no such file or directory). Hand it in again."
    )


@pytest.mark.parametrize("name", ["future.py", "task.py", "loop.py"])
def test_one_module_as_a_submission(student: Path, name: str) -> None:
    path = write(student, name, MODULES[name])
    write(student, "beside.py", b"")
    source = read(path)
    assert source.modules == {name: MODULES[name]}
    assert len(source.notes) == 2
    assert all(note.endswith(" is missing") for note in source.notes)


def test_one_other_file_as_a_submission(student: Path) -> None:
    assert read(write(student, "fib.py")).problem == (
        f"The submission is one file, fib.py, and not future.py, task.py or loop.py. {HAND_IN}"
    )


def test_a_missing_module_is_said(student: Path) -> None:
    put(student, mini_asyncio__future=FUTURE, mini_asyncio__loop=LOOP)
    source = read(student)
    assert sorted(source.modules) == ["future.py", "loop.py"]
    assert source.notes == ("task.py is missing",)


@pytest.mark.parametrize("name", ["task.py.txt", "Task.txt", "task.ipynb"])
def test_what_may_be_the_missing_module_is_said(student: Path, name: str) -> None:
    put(student, mini_asyncio__future=FUTURE, mini_asyncio__loop=LOOP)
    write(student, f"mini_asyncio/{name}", TASK)
    assert read(student).notes == (f"task.py is missing; there is {name}: hand it in as a text file named task.py",)


def test_a_folder_in_the_place_of_a_module(student: Path) -> None:
    put(student, mini_asyncio__future=FUTURE, mini_asyncio__loop=LOOP + b"from .task import Task\n")
    write(student, "mini_asyncio/task/__init__.py", TASK)
    write(student, "mini_asyncio/trace/x.py")
    source = read(student)
    assert sorted(source.modules) == ["future.py", "loop.py", "task/__init__.py"]
    assert source.notes == ("the folder task/ was taken for task.py: that is where Python looks first",)


def test_the_untouched_template_is_said(student: Path) -> None:
    package(student / "mini_asyncio", loop=LOOP.replace(b"\n", b"\r\n"))
    assert "nothing was written yet" in read(student, MODULES).notes[0]
    write(student, "mini_asyncio/loop.py", LOOP + b"# begun\n")
    assert read(student, MODULES).notes == ()


# --- odd bytes --------------------------------------------------------------------------------------------------------


UTF16 = "task.py is UTF-16 text, as some Windows editors save it; Python reads UTF-8: save it as UTF-8"
NUL = "task.py is no text file (it holds NUL bytes), so Python cannot read it: save it again from your editor"
LATIN = "task.py line 3 holds a byte that is not UTF-8, so Python cannot read it: save the file as UTF-8"
MERGE = "task.py line 2 is a leftover of a Git merge (<<<<<<<): settle the merge and remove the line"


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (TASK.replace(b"\n", b"\r\n"), ""),
        (b"\xef\xbb\xbf" + TASK, ""),
        ("# -*- coding: latin-1 -*-\n# für\n".encode("latin-1") + TASK, ""),
        (TASK + b"def oops(:\n", ""),
        (TASK.decode().encode("utf-16"), UTF16),
        (b"\x7fELF\0\0\x01", NUL),
        (TASK + "# für\n".encode("latin-1"), LATIN),
        (b" \n", "task.py is empty"),
        (b"x = 1\n<<<<<<< HEAD\n", MERGE),
    ],
    ids=["crlf", "bom", "declared latin-1", "syntax error", "utf-16", "binary", "latin-1", "empty", "merge"],
)
def test_odd_bytes_are_graded_and_said_in_plain_words(student: Path, data: bytes, note: str) -> None:
    package(student / "mini_asyncio", task=data)
    source = read(student)
    assert source.modules == {**MODULES, "task.py": data}
    assert source.notes == ((note,) if note else ())


def test_three_modules_in_utf_16_are_graded(student: Path) -> None:
    for name, data in MODULES.items():
        write(student, f"mini_asyncio/{name}", data.decode().encode("utf-16"))
    assert len(read(student).notes) == 3


def test_three_binary_modules_are_no_other_assignment(student: Path) -> None:
    package(student / "mini_asyncio", future=b"\0", task=b"\0", loop=b"\xff\xff")
    assert read(student).problem == ""


# --- what must not be read --------------------------------------------------------------------------------------------


def test_a_huge_module(student: Path) -> None:
    with write(package(student / "mini_asyncio"), "loop.py").open("wb") as file:
        file.truncate(50 * 1024**3)  # no block of it is on the disk
    assert read(student).problem == (
        "mini_asyncio/loop.py is larger than 1024 KiB. Hand in a readable text file of at most 1024 KiB."
    )


@posix
def test_a_linked_module_is_not_followed(student: Path) -> None:
    (package(student / "mini_asyncio") / "task.py").unlink()
    (student / "mini_asyncio" / "task.py").symlink_to("/etc/passwd")
    source = read(student)
    assert sorted(source.modules) == ["future.py", "loop.py"]
    assert source.notes == (
        "mini_asyncio/task.py is a symbolic link and was not followed: hand in the files themselves",
        "task.py is missing",
    )


@posix
def test_linked_folders_and_loops_of_links_are_not_followed(student: Path, tmp_path: Path) -> None:
    package(tmp_path / "elsewhere")
    (student / "mini_asyncio").symlink_to(tmp_path / "elsewhere")
    (student / "again").symlink_to(student)
    (student / "a").symlink_to("b")
    (student / "b").symlink_to("a")
    assert read(student).problem.startswith(
        "There is nothing but symbolic links (a, again, b and 1 more), and links are not followed."
    )


@posix
def test_a_submission_that_is_a_link(student: Path, tmp_path: Path) -> None:
    package(student)
    link = tmp_path / "link"
    link.symlink_to(student)
    assert read(link).problem.startswith("The submission is a symbolic link, not a folder.")


@posix
@pytest.mark.timeout(10)
def test_a_fifo_does_not_block(student: Path) -> None:
    (package(student / "mini_asyncio") / "task.py").unlink()
    os.mkfifo(student / "mini_asyncio" / "task.py")
    assert read(student).problem.startswith("mini_asyncio/task.py is a FIFO, socket or device, not a file.")
    (student / "mini_asyncio" / "task.py").unlink()
    os.mkfifo(package(student / "mini_asyncio") / "helper.py")
    assert read(student).notes == ("helper.py is a FIFO, socket or device, not a file, and was left out",)


def test_a_folder_named_like_a_module(student: Path) -> None:
    put(student, mini_asyncio__future=FUTURE, mini_asyncio__loop=LOOP)
    (student / "mini_asyncio" / "task.py").mkdir()
    assert read(student).notes == (
        "mini_asyncio/task.py is a folder, not a module, and was not graded",
        "task.py is missing",
    )


def test_deep_nesting_is_not_followed(student: Path) -> None:
    package(student / "mini_asyncio")
    package(student.joinpath(*["d"] * 200))
    assert read(student).modules == MODULES


def test_a_great_heap_of_files(student: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3000):
        write(student, f"data/{number}.csv")
    write(student, "zoo/task.py", TASK)
    assert read(student).modules == {"task.py": TASK}
    monkeypatch.setattr(finding, "MOST_ENTRIES", 2000)
    monkeypatch.setattr(reading, "MOST_ENTRIES", 2000)
    assert read(student).problem.startswith("The submission holds more than 2000 files and folders, too many")
    package(student / "mini_asyncio")
    source = read(student)
    assert source.modules == MODULES
    assert source.notes == ("there are more than 2000 files and folders; not all of them were looked at",)


@posix
def test_a_read_only_folder(student: Path) -> None:
    package(student / "mini_asyncio").chmod(0o555)
    student.chmod(0o555)
    try:
        assert read_without_privileges(student)[0] == ""
        assert read(student).modules == MODULES
    finally:
        student.chmod(0o755)
        (student / "mini_asyncio").chmod(0o755)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="gives up the rights of root in the way of Linux")
def test_no_permission(student: Path) -> None:
    folder = package(student / "mini_asyncio")
    locked = folder / "task.py"
    locked.chmod(0)
    assert read_without_privileges(student)[0].startswith("mini_asyncio/task.py cannot be read (permission denied).")
    locked.chmod(0o644)
    inner = "No module of the exercise (future.py, task.py or loop.py) can be found, and mini_asyncio/ cannot be read."
    outer = "The submission cannot be read (permission denied). Hand it in again."
    for path, problem, found in (
        (folder, inner, "1"),
        (student, outer, f"{student} cannot be read (permission denied)."),
    ):
        path.chmod(0)
        try:
            seen, notes = read_without_privileges(student)
        finally:
            path.chmod(0o755)
        assert seen.startswith(problem)
        assert notes[-1] == found


# --- names, flags, digest ---------------------------------------------------------------------------------------------


def test_names_become_one_line_of_valid_text() -> None:
    assert visible("a\nb\x1b[31m\udcff\u202e") == r"a\nb\x1b[31m\xff\u202e"
    assert visible(unicodedata.normalize("NFD", "müller")) == "müller"
    assert unique_ids(["a\n", r"a\n", r"a\n (2)"]) == [r"a\n (3)", r"a\n", r"a\n (2)"]


def test_flags_name_module_line_and_word() -> None:
    text = b'import sys, os\r\n# eval would be easy\r\nx = self.system\r\nopen = 1\r\nwith open ("x") as f: exec(f)\r\n'
    assert flags_of({"task.py": text, "future.py": "\n\n\x0c\u2028import \uff47\uff43\n".encode()}) == (
        "future.py line 3: gc",
        "task.py line 1: sys",
        "task.py line 1: os",
        "task.py line 2: eval",
        "task.py line 5: open",
        "task.py line 5: exec",
    )
    many = flags_of({"task.py": b"sys\n" * 50})
    assert len(many) == 20
    assert many[-1] == "and 31 more"


def test_flags_cost_nothing(student: Path) -> None:
    package(student / "mini_asyncio", task=b"import gc\n" + TASK)
    source = read(student)
    assert (source.flags, source.notes, source.problem) == (("task.py line 1: gc",), (), "")


def test_the_digest_keeps_names_and_bytes_apart() -> None:
    different: list[dict[str, bytes]] = [{}, {"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""}, {"a": b"", "b": b"c"}]
    assert len({digest_of(modules) for modules in different}) == 5
    assert digest_of({"a": b"1", "b": b"2"}) == digest_of({"b": b"2", "a": b"1"})


# --- one submission or a class ----------------------------------------------------------------------------------------


def ids(found: Found) -> list[str]:
    return [name for name, _ in found.items]


def test_one_submission_by_its_package_or_its_modules(student: Path, course: Course) -> None:
    package(student / "mini_asyncio")
    write(student, "docs/x.md")
    assert find_submissions(student, course) == Found("single", (("adams-a", student),))
    assert find_submissions(student / "mini_asyncio", course).layout == "single"


def test_one_submission_by_the_template_around_it(student: Path, course: Course) -> None:
    write(student, "pyproject.toml")
    write(student, "docs/x.md")
    package(student / "my_loop")
    found = find_submissions(student, course)
    assert (found.layout, ids(found)) == ("single", ["adams-a"])
    assert "--layout class" in found.notes[0]


def test_the_folder_of_one_renamed_package_is_one_submission(student: Path, course: Course) -> None:
    package(student / "my_loop")
    found = find_submissions(student, course)
    assert found.layout == "single"
    assert found.notes == (
        "taken as one submission whose package is named my_loop; if that is a student, give --layout class",
    )
    assert ids(find_submissions(student, course, "class")) == ["my_loop"]


def test_a_second_folder_makes_it_a_class(tmp_path: Path, course: Course) -> None:
    package(tmp_path / "adams-a")
    write(tmp_path, "berg-l/essay.pdf")
    assert ids(find_submissions(tmp_path, course)) == ["adams-a", "berg-l"]
    assert ids(find_submissions(tmp_path, course, "single")) == [tmp_path.name]


def test_a_class_of_one(tmp_path: Path, course: Course) -> None:
    package(tmp_path / "adams-a" / "mini_asyncio")
    found = find_submissions(tmp_path, course)
    assert (found.layout, ids(found)) == ("class", ["adams-a"])
    assert "--layout single" in found.notes[0]


def test_a_class_with_files_beside_the_folders(tmp_path: Path, course: Course) -> None:
    for name in ("zoe", "adams-a", ".git", "__MACOSX", ours.RESULTS_FOLDER):
        package(tmp_path / name)
    for name in ("expected.toml", "README.md", "pyproject.toml", ".DS_Store"):
        write(tmp_path, name)
    found = find_submissions(tmp_path, course)
    assert (found.layout, ids(found), found.notes) == ("class", ["adams-a", "zoe"], ())
    write(tmp_path, "late.rar")
    assert find_submissions(tmp_path, course).notes == ("late.rar: not in a folder of its own, and not graded",)


@pytest.mark.parametrize("place", ["", "loop-main/src"])
@pytest.mark.parametrize("stray", ["task.py", "future (1).py", "mini_asyncio/task.py"])
def test_a_stray_module_does_not_make_a_class_one_submission(
    tmp_path: Path, course: Course, place: str, stray: str
) -> None:
    names = ["adams-a", "berg-l", "chen-w", "diallo-m"][: 4 if "mini" in stray else 2]
    for name in names:
        package(tmp_path / name / place / "mini_asyncio")
    (tmp_path / "nothing").mkdir()
    write(tmp_path, stray, TASK)
    found = find_submissions(tmp_path, course)
    assert (found.layout, set(ids(found)) - {"mini_asyncio"}) == ("class", {*names, "nothing"})
    assert found.notes[0].startswith("taken as a class, because its folders hold submissions (adams-a, berg-l,")
    assert "--layout single" in found.notes[0]
    assert found.notes[1:] == (() if "/" in stray else (f"{stray}: not in a folder of its own, and not graded",))
    assert find_submissions(tmp_path, course, "single").layout == "single"


@pytest.mark.parametrize("place", ["", "mini_asyncio"])
def test_old_copies_do_not_make_one_submission_a_class(student: Path, course: Course, place: str) -> None:
    package(student / place)
    for name in ("backup", "monday", "tuesday"):
        package(student / name)
    found = find_submissions(student, course)
    assert (found.layout, ids(found)) == ("single", ["adams-a"])
    assert "3 of its folders hold modules too (backup, monday, tuesday)" in found.notes[0]
    assert "--layout class" in found.notes[0]


def test_the_instructor_s_template_beside_a_class(tmp_path: Path, course: Course) -> None:
    for name in ("adams-a", "berg-l", "chen-w", "diallo-m"):
        package(tmp_path / name)
    write(tmp_path, "pyproject.toml")
    write(tmp_path, "demo.py")
    assert ids(find_submissions(tmp_path, course)) == ["adams-a", "berg-l", "chen-w", "diallo-m"]


def test_what_is_hidden_in_a_class_is_said(tmp_path: Path, course: Course) -> None:
    for name in ("adams-a", "berg-l", "...", ".chen-w", ".git", ".pytest_cache", ".venv"):
        package(tmp_path / name)
    found = find_submissions(tmp_path, course)
    assert ids(found) == ["adams-a", "berg-l"]
    assert found.notes == (".../, .chen-w/: hidden, since the name begins with a dot, and not graded",)


def test_results_among_submissions_are_nobody_s(tmp_path: Path, course: Course) -> None:
    ours_begins = b'{\n "schema": "loopcheck/results/1",\n'
    for name in ("adams-a", "berg-l"):
        package(tmp_path / name)
    write(tmp_path, "marks/results.json", ours_begins)
    write(tmp_path, "old/monday/results.json", ours_begins)
    write(tmp_path, "mixed/monday/results.json", ours_begins)
    write(tmp_path, "mixed/essay.txt")
    write(tmp_path, "other/results.json", b'{"schema": "sport"}')
    package(tmp_path / "claims")
    write(tmp_path, "claims/results.json", ours_begins)
    (tmp_path / "out").mkdir()
    found = find_submissions(tmp_path, course, out=tmp_path / "old" / ".." / "out")
    assert ids(found) == ["adams-a", "berg-l", "claims", "mixed", "other"]
    assert found.notes == ("marks/, old/, out/: results, not a submission",)
    assert "claims" in ids(find_submissions(tmp_path, course, out=tmp_path / "claims")), "no student is lost"


@posix
def test_any_folder_name_becomes_a_unique_id(tmp_path: Path, course: Course) -> None:
    umlaut = "müller"
    raw = [umlaut.encode(), unicodedata.normalize("NFD", umlaut).encode()]
    raw += [b"perez vega-d", b"=1+1", b'o\'neil "x"', b"a\nb", b"a\\nb", b"\xff\xfe"]
    for name in raw:
        try:
            os.mkdir(os.fsencode(tmp_path) + b"/" + name)  # noqa: PTH102 - the name is bytes
        except OSError:
            pytest.skip("this disk takes no such names")
        package(tmp_path / os.fsdecode(name))
    found = find_submissions(tmp_path, course)
    names = ["=1+1", r"\xff\xfe", r"a\nb", r"a\nb (2)", umlaut, f"{umlaut} (2)", 'o\'neil "x"', "perez vega-d"]
    assert ids(found) == sorted(names)
    for shown, folder in found.items:
        shown.encode()
        assert shown.isprintable()
        assert read_submission(shown, folder, course, {}).modules == MODULES


@posix
def test_an_id_survives_a_table(tmp_path: Path, course: Course) -> None:
    """Whoever reads a table takes blanks away from around a cell: " ada" must not become "ada", who is another."""
    for name in ("ada", " ada", "ada ", "ada\u00a0\u3000", " "):
        package(tmp_path / name)
    found = ids(find_submissions(tmp_path, course))
    assert found == ["\\x20", "\\x20ada", "ada", "ada\\x20", "ada\\xa0\\u3000"]
    table = parse_table(csv_bytes([["student_id"], *([name] for name in found)]), tmp_path / "t.csv")
    assert [row.get("student_id") for row in table.rows] == found


@posix
def test_a_link_in_a_class_is_a_submission_that_says_so(tmp_path: Path, course: Course) -> None:
    package(tmp_path / "class" / "adams-a")
    package(tmp_path / "elsewhere")
    (tmp_path / "class" / "berg-l").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "class" / "broken").symlink_to(tmp_path / "nowhere")
    (tmp_path / "class" / "circle").symlink_to("circle")
    (tmp_path / "link").symlink_to(tmp_path / "class")
    for path in (tmp_path / "class", tmp_path / "link"):
        found = find_submissions(path, course, "class")
        assert ids(found) == ["adams-a", "berg-l"]
        assert found.notes == ("broken, circle: a link that leads to no folder, and not graded",)
        assert "is a symbolic link" in read(found.items[1][1]).problem


def test_a_relative_path(student: Path, course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    package(student)
    monkeypatch.chdir(student)
    assert find_submissions(Path(), course).items == (("adams-a", student.resolve()),)


def test_a_large_class(tmp_path: Path, course: Course) -> None:
    for number in range(2000):
        (tmp_path / f"s{number:04}").mkdir()
    found = find_submissions(tmp_path, course)
    assert len(found.items) == 2000
    assert list(found.items) == sorted(found.items)


@pytest.mark.parametrize("layout", ["auto", "class"])
def test_nothing_to_find(tmp_path: Path, course: Course, layout: str) -> None:
    file = write(tmp_path, "here/essay.py", FUTURE)
    (tmp_path / "empty").mkdir()
    write(tmp_path, "files/essay.pdf")
    for path, words in (
        (tmp_path / "gone", "does not exist. Give the folder"),
        (file, "is not a folder. Give the folder"),
        (tmp_path / "empty", "holds no submission: there is nothing in it. Give the folder"),
        (tmp_path / "files", "holds no submission: there is only essay.pdf. Give the folder"),
        (Path("nul\0byte"), "cannot be read (there is a NUL in the path)."),
    ):
        with pytest.raises(SubmissionsError, match=re.escape(words)):
            find_submissions(path, course, layout)


@posix
def test_a_path_whose_links_go_in_a_circle(tmp_path: Path, course: Course) -> None:
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(SubmissionsError, match="circle"):
        find_submissions(tmp_path / "circle", course)


def test_an_unknown_layout(tmp_path: Path, course: Course) -> None:
    with pytest.raises(SubmissionsError, match=r"There is no layout 'moodel'\. Give one of: auto, gradescope, "):
        find_submissions(tmp_path, course, "moodel")


# --- the example class ------------------------------------------------------------------------------------------------


def test_the_example_class_is_read_as_its_table_says(course: Course) -> None:
    folder = course_files().root / "instructor" / "example_class"
    expected = tomllib.loads((folder / "expected.toml").read_text(encoding="utf-8"))
    found = find_submissions(folder, course)
    assert ids(found) == list(expected)
    for name, path in found.items:
        source = read(path)
        assert ("ungradable" if source.problem else "graded") == expected[name]["state"], name
        points = expected[name].get("points", {})
        assert list(points) == ([] if source.problem else [exercise.id for exercise in course.exercises]), name


def test_a_folder_of_many_students_is_no_submission(student: Path) -> None:
    """One folder too high: nobody's code is graded in the name of all."""
    for number in range(5):
        package(student / "week1" / f"student{number}", task=TASK + b"# %d\n" % number)
    assert read(student).problem.startswith(
        "There are 5 different versions of the modules below this folder, in week1/"
    )
