"""Writing the reports: whole files, safe folder names, and a sentence when the disk says no."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loopcheck import results
from loopcheck.reports import writing
from loopcheck.reports.class_html import class_html
from loopcheck.reports.files import write_reports
from loopcheck.reports.folders import MAX_LENGTH, folder_names
from loopcheck.reports.grades_csv import Person, grades_csv
from loopcheck.reports.student_html import feedback_html
from loopcheck.reports.student_markdown import feedback_markdown
from loopcheck.reports.writing import ReportError, write_whole
from loopcheck.results import Run, State, Submission

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_report_is_written(tmp_path: Path, sample_run: Run, graded: Submission) -> None:
    roster = {"ann": Person("Ann Müller", "ann@example.org")}
    written = write_reports(tmp_path / "new" / "out", sample_run, roster)
    out = tmp_path / "new" / "out"
    assert set(tree(out)) == {str(path.relative_to(out)) for path in written}
    assert written[0] == out / "results.json"
    assert results.decode((out / "results.json").read_bytes()) == sample_run
    assert (out / "grades.csv").read_bytes() == grades_csv(sample_run, roster).encode()
    assert (out / "students" / "ann" / "feedback.md").read_bytes() == feedback_markdown(graded).encode()
    assert (out / "students" / "ann" / "feedback.html").read_bytes() == feedback_html(graded).encode()
    assert (out / "class.html").read_bytes() == class_html(sample_run).encode()
    assert "Ann Müller" in (out / "instructor.html").read_text(encoding="utf-8")
    assert len(list((out / "students").iterdir())) == 4


def test_the_same_run_gives_the_same_bytes(tmp_path: Path, sample_run: Run) -> None:
    write_reports(tmp_path / "a", sample_run)
    write_reports(tmp_path / "b", sample_run)
    write_reports(tmp_path / "b", sample_run)
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_an_id_that_is_not_utf8_is_written_visibly(
    tmp_path: Path, graded: Submission, make_run: Callable[..., Run]
) -> None:
    odd = msgspec.structs.replace(graded, id="j\udcfcrgen")
    write_reports(tmp_path, make_run(odd))
    (read,) = results.decode((tmp_path / "results.json").read_bytes()).submissions
    assert read == msgspec.structs.replace(odd, id=r"j\udcfcrgen")


def test_two_submissions_with_one_id_are_refused(
    tmp_path: Path, graded: Submission, make_run: Callable[..., Run]
) -> None:
    with pytest.raises(ReportError, match=r"two submissions have the same id \(ann\)"):
        write_reports(tmp_path, make_run(graded, graded))
    assert tree(tmp_path) == {}


def test_a_file_where_a_folder_should_be(tmp_path: Path, sample_run: Run) -> None:
    (tmp_path / "students").write_text("mine", encoding="utf-8")
    with pytest.raises(ReportError, match=r"feedback\.md could not be written: .*run the command again"):
        write_reports(tmp_path, sample_run)
    assert tree(tmp_path).keys() == {"students", "grades.csv", "results.json"}, "nothing is lost that could be written"
    assert tree(tmp_path)["students"] == b"mine"


def test_a_folder_where_a_file_should_be(tmp_path: Path, sample_run: Run) -> None:
    (tmp_path / "grades.csv").mkdir()
    with pytest.raises(ReportError, match=r"grades\.csv could not be written"):
        write_reports(tmp_path, sample_run)
    assert (tmp_path / "results.json").is_file(), "what could be written first is there: the rest can be made from it"
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("step", ["write", "replace"])
@pytest.mark.parametrize("at", range(12))
def test_a_full_disk_leaves_every_file_whole(
    tmp_path: Path, sample_run: Run, monkeypatch: pytest.MonkeyPatch, step: str, at: int
) -> None:
    """The disk fills up at the n-th file: each file is the old one or the new one, and no temporary file stays."""
    old_run = msgspec.structs.replace(sample_run, suite="old", submissions=sample_run.submissions)
    old_run = msgspec.structs.replace(
        old_run, submissions=tuple(msgspec.structs.replace(each, notes=("old",)) for each in old_run.submissions)
    )
    write_reports(tmp_path / "out", old_run)
    write_reports(tmp_path / "new", sample_run)
    old, new = tree(tmp_path / "out"), tree(tmp_path / "new")
    calls = iter(range(100))

    def replace(source: Path, target: Path, real: Callable[..., None] = os.replace) -> None:
        if next(calls) == at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(source, target)

    def write_parts(
        path: Path, parts: Iterable[bytes], real: Callable[[Path, Iterable[bytes]], None] = writing.write_parts
    ) -> None:
        content = b"".join(parts)
        if next(calls) == at:
            real(path, [content[: len(content) // 2]])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(path, [content])

    if step == "replace":
        monkeypatch.setattr(os, "replace", replace)
    else:
        monkeypatch.setattr(writing, "write_parts", write_parts)
    with pytest.raises(ReportError, match="No space left on device"):
        write_reports(tmp_path / "out", sample_run)
    now = tree(tmp_path / "out")
    assert now.keys() == old.keys()
    assert all(now[name] in (old[name], new[name]) for name in now)
    assert now["results.json"] == (old if at == 0 else new)["results.json"], "it is written first"


def test_an_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "x", b"1")
    assert tree(tmp_path) == {}


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_report_has_the_usual_permissions(tmp_path: Path) -> None:
    write_whole(tmp_path / "x", b"1")
    (tmp_path / "usual").write_bytes(b"1")
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == stat.S_IMODE((tmp_path / "usual").stat().st_mode)


def test_a_link_is_replaced_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"keep")
    (tmp_path / "x").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "x", b"new")
    assert (tmp_path / "target").read_bytes() == b"keep"
    assert (tmp_path / "x").read_bytes() == b"new"


@pytest.mark.parametrize("student", ["ann", "Ann_B-2", "ann.b", "ann@example.org", "20260817", "_x"])
def test_an_id_that_is_safe_stays(student: str) -> None:
    assert folder_names([student]) == {student: student}


@pytest.mark.parametrize(
    ("student", "stem"),
    [
        ("../../etc/passwd", "etc-passwd-"),
        ("..", "student-"),
        ("", "student-"),
        ("CON", "CON-"),
        ("nul.txt", "nul-txt-"),
        ("ann.", "ann-"),
        ("ann ", "ann-"),
        ("=cmd", "cmd-"),
        ("-rf", "rf-"),
        (".git", "git-"),
        ("Jürgen Müller", "Jurgen-Muller-"),
        ("日本", "student-"),
        ("a\x00b", "a-b-"),
        ("a" * 300, "a" * 47 + "-"),
        ("ann-0123456789ab", "ann-0123456789ab-"),
    ],
)
def test_any_other_id_gets_a_stem_and_a_digest(student: str, stem: str) -> None:
    (folder,) = folder_names([student]).values()
    assert folder.startswith(stem)
    assert len(folder) == len(stem) + 12


def test_ids_that_differ_in_case_alone_get_two_folders() -> None:
    folders = folder_names(["Ann", "ann", "bob"])
    assert len({folder.lower() for folder in folders.values()}) == 3
    assert folders["bob"] == "bob"
    assert folders == folder_names(["bob", "ann", "Ann"])


def test_nobody_can_choose_the_folder_of_another_student() -> None:
    (victim,) = folder_names(["a/b"]).values()
    folders = folder_names(["a/b", victim, victim.upper()])
    assert folders["a/b"] == victim
    assert len({folder.lower() for folder in folders.values()}) == 3


IDS = st.text(st.characters() | st.sampled_from("aA./\\:.-= "), max_size=12) | st.sampled_from(
    ["con", "Lpt1.x", "aux."]
)


@given(st.lists(IDS, max_size=8))
@example(["a", "A", "a.", "a/", "K", "\u212a"])
def test_folders_are_unique_and_safe(ids: list[str]) -> None:
    folders = folder_names(ids)
    assert folders.keys() == set(ids)
    assert len({folder.lower() for folder in folders.values()}) == len(folders)
    for folder in folders.values():
        assert 0 < len(folder) <= MAX_LENGTH
        assert folder.isascii()
        assert folder[0] not in "=+-@."
        assert folder[-1] not in ". "
        assert not set(folder) & set('/\\:*?"<>|\x00\n ')
        assert folder.split(".")[0].lower() not in {"con", "prn", "aux", "nul", "lpt1"}
        assert PureWindowsPath(folder).parts == (folder,)


def test_a_hostile_class_stays_inside_the_folder(tmp_path: Path, make_run: Callable[..., Run]) -> None:
    ids = ["../../x", "/etc/x", "..", ".", "", "a/../b", "C:\\x", "x" * 5000, "\ud800", "=1+1", "Ann", "ann", "ANN"]
    run = make_run(*(Submission(id=each, state=State.UNGRADABLE, max_score=1) for each in ids))
    written = write_reports(tmp_path / "out", run)
    assert len(set(written)) == 2 * len(ids) + 4
    assert all(path.resolve().is_relative_to(tmp_path / "out") for path in written)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert len(list((tmp_path / "out" / "students").iterdir())) == len(ids)
