"""Every layout that a platform makes, as a small tree of ours: recognised, and nobody lost."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import unicodedata
import warnings
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from loopcheck.course import Course, course_files, load_course
from loopcheck.submissions import archives
from loopcheck.submissions.archives import Limits, unpack
from loopcheck.submissions.deliveries import opened, read_delivery
from loopcheck.submissions.layout_model import ArchiveError, Found, SubmissionsError
from loopcheck.submissions.layouts import find_submissions
from loopcheck.submissions.model import Source

SRC = Path(__file__).parents[1] / "src"


def modules(mark: str) -> dict[str, bytes]:
    """The reference's modules, each with a comment that says whose they are."""
    course = load_course()
    sources = course_files().package_sources(course)
    return {name: sources[name] + f"# {mark}\n".encode() for name in course.edit}


def folder(path: Path, mark: str, package: bool = True) -> Path:
    target = path / load_course().package if package else path
    target.mkdir(parents=True)
    for name, data in modules(mark).items():
        (target / name).write_bytes(data)
    return path


def zipped(path: Path, mark: str, members: Mapping[str, bytes] | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (members or {f"loop/mini_asyncio/{n}": d for n, d in modules(mark).items()}).items():
            archive.writestr(name, data)
    return path


def plain(root: Path) -> Path:
    folder(root / "ann", "ann")
    folder(root / "bob", "bob", package=False)
    return root


def zips(root: Path) -> Path:
    zipped(root / "ann.zip", "ann")
    zipped(root / "bob.zip", "bob", modules("bob"))
    return root


def github_classroom(root: Path) -> Path:
    inside = root / "event-loop-submissions"
    folder(inside / "event-loop-ann", "ann")
    folder(inside / "event-loop-bob", "bob")
    (inside / "event-loop-ann" / ".git").mkdir()
    return root


def classroom50(root: Path) -> Path:
    for when, mark in (("2026_09_01_T_10_00_00", "old "), ("2026_09_02_T_09_30_00", "")):
        inside = root / f"fall-event-loop_submissions_{when}"
        for login in ("ann", "bob"):
            folder(inside / f"fall-event-loop-{login}", mark + login)
            (inside / f"fall-event-loop-{login}" / "result.json").write_text("{}")
        (inside / "scores.csv").write_text(
            "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,submitted_by,review_url,"
            'late,override\nAnn,Ann,"Müller, Dr.",ann@example.org,,,,2026-09-01T12:00:00Z,submit/x,ann,,true,\n',
            encoding="utf-8",
        )
    return root


def nbgrader(root: Path) -> Path:
    (root / "source").mkdir(parents=True)
    for student in ("ann", "bob"):
        folder(root / "submitted" / student / "ps1", student)
        (root / "submitted" / student / "ps1" / "timestamp.txt").write_text(f"2026-09-01 12:00:00 UTC {student}\n")
        (root / "submitted" / student / "ps0").mkdir()
    (root / "submitted" / "cem" / "ps0").mkdir(parents=True)
    return root


def gradescope(root: Path) -> Path:
    inside = root / "assignment_77_export"
    for number, mark in ((1, "old ann"), (2, "ann"), (3, "bob")):
        folder(inside / f"submission_{number}", mark)
    (inside / "submission_metadata.yml").write_text(
        """\
---
submission_1:
  :submitters:
  - :name: Ann
    :sid: ann
    :email: ann@example.org
  :created_at: 2026-09-01 10:00:00.000000000 Z
submission_2:
  :submitters:
  - :name: "M\\xFCller, Ann"
    :sid: ann
    :email: ann@example.org
  :created_at: 2026-09-02 10:00:00.000000000 Z
  :score: 3.0
  :history: []
submission_3:
  :submitters:
  - :name: Bob
    :sid:
    :email: bob
  - :name: Zoe
    :sid: '0042'
    :email: zoe@example.org
  :created_at: 2026-09-03 10:00:00.000000000 Z
""",
        encoding="utf-8",
    )
    return root


def moodle(root: Path) -> Path:
    folder(root / "Ann Müller_4711_assignsubmission_file_", "4711")
    text = root / "Ann Müller_4711_assignsubmission_onlinetext_"
    text.mkdir()
    (text / "onlinetext.html").write_text("<p>see my files</p>")
    zipped(root / "Bob O'Neil_4712_assignsubmission_file" / "work.zip", "4712")
    return root


def moodle_blind_and_flat(root: Path) -> Path:
    root.mkdir()
    for number in ("4711", "4712"):
        for name, data in modules(number).items():
            (root / f"Participant_{number}_assignsubmission_file_{name}").write_bytes(data)
    return root


def moodle_groups(root: Path) -> Path:
    folder(root / "Team one_31_assignsubmission_file", "31")
    folder(root / "Default group_assignsubmission_file", "Default group")
    return root


def canvas(root: Path) -> Path:
    root.mkdir()
    for name, user, again in (("müllerann", "17", ""), ("oneilbob_LATE", "18", "-2")):
        for number, (module, data) in enumerate(modules(user).items()):
            file = module.replace(".py", f"{again}.py")
            (root / f"{name}_{user}_{500 + number}_{file}").write_bytes(data)
    (root / "müllerann_17_400_loop.py").write_bytes(b"class EventLoop: old = True\n")
    (root / "oneilbob_LATE_18_401_task.py").write_bytes(b"class Task: old = True\n")
    return root


def canvas_anonymous(root: Path) -> Path:
    root.mkdir()
    zipped(root / "anon_q7Xz1_500_my work_final.zip", "q7Xz1")
    for number, (module, data) in enumerate(modules("B2").items()):
        (root / f"anon_LATE_B2_{600 + number}_{module}").write_bytes(data)
    return root


LAYOUTS: dict[str, tuple[Callable[[Path], Path], str, tuple[str, ...]]] = {
    "plain folders": (plain, "class", ("ann", "bob")),
    "zip archives": (zips, "zips", ("ann", "bob")),
    "gh classroom": (github_classroom, "github-classroom", ("ann", "bob")),
    "classroom 50": (classroom50, "classroom50", ("ann", "bob")),
    "nbgrader": (nbgrader, "nbgrader", ("ann", "bob")),
    "gradescope": (gradescope, "gradescope", ("0042", "ann", "bob")),
    "moodle": (moodle, "moodle", ("4711", "4712")),
    "moodle, blind and flat": (moodle_blind_and_flat, "moodle", ("4711", "4712")),
    "moodle, groups": (moodle_groups, "moodle", ("31", "Default group")),
    "canvas": (canvas, "canvas", ("17", "18")),
    "canvas, anonymous": (canvas_anonymous, "canvas", ("B2", "q7Xz1")),
}


@pytest.fixture
def course() -> Course:
    return load_course()


def read(found: Found, course: Course) -> dict[str, Source]:
    provided = course_files().provided_sources(course)
    return {name: read_delivery(name, path, found.deliveries.get(name), course, provided) for name, path in found.items}


def tree(root: Path) -> dict[str, tuple[int, bytes]]:
    """Everything below, with its times: what a reader must not change."""
    return {
        str(path.relative_to(root)): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in root.rglob("*")
    }


def marks_of(source: Source) -> set[str]:
    return {data.decode().rstrip().rpartition("# ")[2] for data in source.modules.values()}


@pytest.mark.parametrize("name", LAYOUTS)
def test_each_layout_is_recognised_and_read(tmp_path: Path, course: Course, name: str) -> None:
    make, layout, ids = LAYOUTS[name]
    root = make(tmp_path / "in")
    before = tree(root)
    found = find_submissions(root, course)
    assert (found.layout, tuple(one for one, _ in found.items)) == (layout, ids)
    for one, source in read(found, course).items():
        assert source.problem == "", one
        assert set(source.modules) == set(course.edit), one
        assert marks_of(source) == {"bob" if one == "0042" else one}, "their own files, and the newest of them"
    assert tree(root) == before


@pytest.mark.parametrize("name", LAYOUTS)
def test_each_layout_as_one_archive_and_by_its_name(tmp_path: Path, course: Course, name: str) -> None:
    """A platform's download as it comes: nobody has to unpack it first."""
    make, layout, ids = LAYOUTS[name]
    root = make(tmp_path / "in")
    whole = tmp_path / "download.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        for path in sorted(root.rglob("*")):
            archive.write(path, path.relative_to(root))
    with opened(whole) as unpacked:
        found = find_submissions(unpacked, course)
        assert (found.layout, tuple(one for one, _ in found.items)) == (layout, ids)
        assert all(not source.problem for source in read(found, course).values())
    assert not unpacked.exists()


@pytest.mark.parametrize("name", ["zip archives", "moodle", "canvas", "gradescope"])
def test_one_command_grades_a_download(tmp_path: Path, name: str) -> None:
    make, layout, ids = LAYOUTS[name]
    root = make(tmp_path / "in")
    before = tree(root)
    done = subprocess.run(
        [sys.executable, "-m", "loopcheck", "grade", str(root), "--out", str(tmp_path / "out"), "--seed", "5"],
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"(layout: {layout})" in done.stderr
    results = json.loads((tmp_path / "out" / "results.json").read_bytes())
    assert [(one["id"], one["score"]) for one in results["submissions"]] == [(one, 100) for one in ids]
    assert tree(root) == before


def test_what_the_platform_said_is_passed_on(tmp_path: Path, course: Course) -> None:
    def facts(make: Callable[[Path], Path], one: str) -> tuple[str, str, str, str]:
        known = find_submissions(make(tmp_path / make.__name__), course).deliveries[one].handed_in
        return known.name, known.email, known.submitted_at, known.late

    assert facts(classroom50, "ann") == ("Ann Müller, Dr.", "ann@example.org", "2026-09-01T12:00:00Z", "true")
    assert facts(nbgrader, "bob") == ("", "", "2026-09-01 12:00:00 UTC bob", "")
    assert facts(gradescope, "ann") == ("Müller, Ann", "ann@example.org", "2026-09-02 10:00:00.000000000 Z", "")
    assert facts(moodle, "4711") == ("Ann Müller", "", "", "")
    assert facts(moodle_groups, "31") == ("Team one", "", "", "")
    assert facts(canvas, "18") == ("oneilbob", "", "", "late")
    assert facts(canvas_anonymous, "B2") == ("", "", "", "late")


def test_what_was_passed_over_is_said(tmp_path: Path, course: Course) -> None:
    def notes(make: Callable[[Path], Path], one: str = "") -> str:
        found = find_submissions(make(tmp_path / make.__name__), course)
        return " ".join(read(found, course)[one].notes if one else found.notes)

    assert "the newest was taken, and not loop.py" in notes(canvas, "17")
    assert "the newest was graded, and not submission_1" in notes(gradescope, "ann")
    assert "older downloads beside it were not graded: fall-event-loop_submissions_2026_09_01" in notes(classroom50)
    assert "the assignment ps1 is graded" in notes(nbgrader)
    assert "cem: nothing handed in for ps1" in " ".join(find_submissions(tmp_path / "nbgrader", course).notes)


def test_a_folder_and_an_archive_of_one_student(tmp_path: Path, course: Course) -> None:
    root = zips(tmp_path / "in")
    folder(root / "ann", "newer")
    os.utime(root / "ann.zip", (1, 1))
    found = find_submissions(root, course)
    source = read(found, course)["ann"]
    assert marks_of(source) == {"newer"}
    assert any("ann is newer and was graded, not ann.zip" in note for note in source.notes)
    assert "ann: handed in more than once; the newest counts" in found.notes
    os.utime(root / "ann", (0, 0))
    assert marks_of(read(find_submissions(root, course), course)["ann"]) == {"ann"}


def test_archives_whose_names_look_the_same_are_two_students(tmp_path: Path, course: Course) -> None:
    """Else the newer would be graded in the place of the other."""
    root = zips(tmp_path / "in")
    taken_apart = unicodedata.normalize("NFD", "müller")
    zipped(root / "müller.zip", "first")
    zipped(root / f"{taken_apart}.zip", "second")
    if len(list(root.iterdir())) < 4:
        pytest.skip("this disk takes the two names for one")
    sources = read(find_submissions(root, course), course)
    assert marks_of(sources["müller"]) == {"first"}
    assert marks_of(sources["müller (2)"]) == {"second"}


def test_one_module_as_a_submission(tmp_path: Path, course: Course) -> None:
    folder(tmp_path / "x", "ann", package=False)
    found = find_submissions(tmp_path / "x" / "task.py", course)
    assert (found.layout, [one for one, _ in found.items]) == ("single", ["task.py"])
    assert set(read(found, course)["task.py"].modules) == {"task.py"}


def test_a_file_beside_a_download_is_not_lost_in_silence(tmp_path: Path, course: Course) -> None:
    root = canvas(tmp_path / "in")
    (root / "late by mail.py").write_text("x")
    assert any("late by mail.py" in note for note in find_submissions(root, course).notes)
    root = moodle(tmp_path / "moodle")
    folder(root / "by mail", "x")
    assert any("by mail" in note for note in find_submissions(root, course).notes)


@pytest.mark.parametrize("trick", ["timestamp.txt", "moodle"])
def test_one_student_does_not_decide_how_all_are_read(tmp_path: Path, course: Course, trick: str) -> None:
    for student in ("ann", "bob", "cem"):
        folder(tmp_path / student, student, package=student == "ann")
    eve = tmp_path / ("Eve_1_assignsubmission_file_" if trick == "moodle" else "eve")
    folder(eve, "eve")
    if trick == "timestamp.txt":
        (eve / "mini_asyncio" / trick).write_text("2026-01-01")
    found = find_submissions(tmp_path, course)
    assert found.layout == "class"
    assert [name for name, _ in found.items] == sorted([eve.name, "ann", "bob", "cem"])
    assert all(source.modules for source in read(found, course).values())


def test_a_number_that_was_typed_in_is_nobody_elses_place(tmp_path: Path, course: Course) -> None:
    """Gradescope lets students type their number. The later submission with it must not replace the other's."""
    root = gradescope(tmp_path)
    metadata = root / "assignment_77_export" / "submission_metadata.yml"
    text = metadata.read_text(encoding="utf-8").replace(
        ":sid:\n    :email: bob", ":sid: ann\n    :email: bob@example.org"
    )
    metadata.write_text(text, encoding="utf-8")
    found = find_submissions(root, course)
    sources = read(found, course)
    assert set(sources) == {"ann@example.org", "bob@example.org", "0042"}
    assert b"# ann\n" in sources["ann@example.org"].modules["loop.py"]
    assert b"# bob\n" in sources["bob@example.org"].modules["loop.py"]
    assert any("more than one person has the number ann" in note for note in found.notes)


def test_no_folder_takes_the_place_of_another(tmp_path: Path, course: Course) -> None:
    for name, mark in (("hw-ann", "ann"), ("hw-bob", "bob"), ("ann", "eve")):
        folder(tmp_path / name, mark)
    (tmp_path / "scores.csv").write_text(
        "username,submission_tag,first_name,last_name\nann,submit/1,A,A\nbob,submit/1,B,B\n"
    )
    sources = read(find_submissions(tmp_path, course, "classroom50"), course)
    assert {name: source.modules["loop.py"].splitlines()[-1] for name, source in sources.items()} == {
        "ann": b"# ann", "bob": b"# bob", "ann (2)": b"# eve",
    }  # fmt: skip


def test_metadata_that_cannot_be_read(tmp_path: Path, course: Course) -> None:
    root = gradescope(tmp_path / "in")
    metadata = root / "assignment_77_export" / "submission_metadata.yml"
    for text in ("{", "- a list", "submission_1: 3\nsubmission_2: {:submitters: {}}\nsubmission_3: {:submitters: [4]}"):
        metadata.write_text(text)
        found = find_submissions(root, course)
        assert [one for one, _ in found.items] == ["submission_1", "submission_2", "submission_3"]
    metadata.write_text("a: &a [x,x]\nb: !!python/object/apply:os.system ['touch /tmp/no']\n")
    assert len(find_submissions(root, course).items) == 3


# Archives -----------------------------------------------------------------------------------------------------------


def archive(path: Path, members: Iterable[tuple[str | zipfile.ZipInfo, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name
        for name, data in members:
            made.writestr(name, data)
    return path


def test_nothing_leaves_the_folder(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = archive(
        tmp_path / "a.zip",
        [
            ("../up.py", b"1"),
            ("/root.py", b"2"),
            ("C:\\x.py", b"3"),
            ("a/../../b.py", b"4"),
            (link, b"/etc/passwd"),
            ("mini_asyncio\\task.py", b"5"),
            ("x" * 300 + ".py", b"6"),
            ("deep/./loop.py", b"7"),
        ],
    )
    into = tmp_path / "out" / "in"
    into.mkdir(parents=True)
    notes = " ".join(unpack(path, into))
    assert sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file()) == [
        "a.zip",
        "out/in/deep/loop.py",
        "out/in/mini_asyncio/task.py",
    ]
    for words in ("../up.py", "and 1 more would lie outside", "link.py is a symbolic link", "cannot be unpacked here"):
        assert words in notes


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    big = archive(tmp_path / "big.zip", [("task.py", b"\0" * (50 << 20)), ("data.bin", b"\0" * (50 << 20))])
    unpack(big, tmp_path / "in")
    assert (tmp_path / "in" / "task.py").stat().st_size == (1 << 20) + 1, "one byte too many says that it is too large"
    assert (tmp_path / "in" / "data.bin").stat().st_size == 0
    many = archive(tmp_path / "many.zip", [(f"{number}.py", b"") for number in range(12)])
    with pytest.raises(ArchiveError, match=r"many\.zip holds more than 10 files"):
        unpack(many, tmp_path / "in", Limits(10, 1 << 20, 1 << 20, (".py",)))
    with pytest.raises(ArchiveError, match="unpacks to more than 64 MiB"):
        unpack(archive(tmp_path / "x.zip", [(f"{n}.py", b"\0" * (2 << 20)) for n in range(70)]), tmp_path / "in")


def test_other_peoples_folders_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    members = [(f"venv/lib/{number}.py", b"") for number in range(30)] + [("task.py", b"x")]
    unpack(archive(tmp_path / "a.zip", members), tmp_path / "in", Limits(10, 1 << 20, 1 << 20, (".py",)))
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["task.py"]


def broken(path: Path, kind: str) -> Path:
    """A student's archive with something wrong in it."""
    data = bytearray(zipped(path, "ann").read_bytes())
    local, central = b"PK\x03\x04", b"PK\x01\x02"
    match kind:
        case "cut off":
            data = data[: len(data) // 2]
        case "no archive":
            data = bytearray(b"Rar!\x1a\x07 not a zip")
        case "empty":
            data = bytearray()
        case "damaged":
            start = data.index(b"future.py") + 40
            data[start : start + 60] = b"\xff" * 60
        case "encrypted":
            _set_bytes(data, {local: (6, 1), central: (8, 1)})
        case "odd method":
            _set_bytes(data, {local: (8, 97), central: (10, 97)})
    path.write_bytes(bytes(data))
    return path


def _set_bytes(data: bytearray, changes: Mapping[bytes, tuple[int, int]]) -> None:
    """Write a byte at a place in every header of a kind."""
    for header, (place, value) in changes.items():
        at = data.find(header)
        while at >= 0:
            data[at + place] = value
            at = data.find(header, at + 1)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("cut off", "is not a whole zip archive"),
        ("no archive", "is not a whole zip archive"),
        ("empty", "is not a whole zip archive"),
        ("damaged", "is not a whole zip archive"),
        ("encrypted", "is encrypted. Pack it without a password"),
        ("odd method", "is packed in a way that cannot be read"),
    ],
)
def test_an_archive_that_cannot_be_read_is_one_students_trouble(
    tmp_path: Path, course: Course, kind: str, words: str
) -> None:
    root = zips(tmp_path / "in")
    broken(root / "ann.zip", kind)
    sources = read(find_submissions(root, course), course)
    assert sources["ann"].problem.startswith(f"ann.zip {words}"), sources["ann"].problem
    assert sources["bob"].problem == ""
    with pytest.raises(SubmissionsError, match=f"ann.zip {words}"), opened(root / "ann.zip"):
        pass


def test_an_archive_without_modules(tmp_path: Path, course: Course) -> None:
    root = zips(tmp_path / "in")
    archive(root / "ann.zip", [("essay.pdf", b"%PDF"), ("essay.docx", b"")])
    problem = read(find_submissions(root, course), course)["ann"].problem
    assert "only essay.docx, essay.pdf" in problem


def test_temporary_folders_are_gone(tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    root = zips(tmp_path / "in")
    broken(root / "cem.zip", "damaged")
    read(find_submissions(root, course), course)
    assert list(scratch.iterdir()) == []


def test_limits_name_what_is_needed() -> None:
    assert set(archives.OF_A_STUDENT.wanted) <= set(archives.OF_A_CLASS.wanted)
