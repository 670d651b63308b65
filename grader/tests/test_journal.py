"""The journal: what is kept, under which conditions, and that nothing is graded twice whatever happens in between."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import os
import sqlite3
import subprocess
import sys
import textwrap
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopcheck.journal import _DECIDING, _NOT_DECIDING, FILE, Conditions, Graded, Journal, conditions, engine, is_final
from loopcheck.results import Outcome, State, Submission
from loopcheck.resume import PASSES, graded
from loopcheck.resume import graded as regraded
from loopcheck.submissions.model import Source, digest_of

SRC = Path(__file__).parents[1] / "src"
UNDER = Conditions(engine="e", seed=7, python="3.11.0", sandbox="landlock")


def source(name: str, code: str | None = None, **more: object) -> Source:
    modules = {"task.py": (code if code is not None else name).encode()}
    return dataclasses.replace(Source(name, modules, digest=digest_of(modules)), **more)


class Grading:
    """A grader that counts. `trouble` maps an id to how often the grader fails on it."""

    def __init__(self, trouble: dict[str, int] | None = None) -> None:
        self.calls: list[str] = []
        self.starts = 0
        self.trouble = dict(trouble or {})

    def __call__(self, sources: Iterable[Source]) -> Iterator[Graded]:
        self.starts += 1
        for one in sources:
            self.calls.append(one.id)
            yield self.result(one), 1.5

    def result(self, one: Source) -> Submission:
        if self.trouble.get(one.id):
            self.trouble[one.id] -= 1
            return Submission(id=one.id, state=State.INFRASTRUCTURE_ERROR, max_score=9, digest=one.digest)
        if one.problem:
            return Submission(id=one.id, state=State.UNGRADABLE, reason=one.problem, max_score=9)
        score = sum(one.modules["task.py"]) % 10
        return Submission(
            id=one.id, state=State.GRADED, score=score, max_score=9, digest=one.digest, notes=one.notes, flags=one.flags
        )


def run(journal: Journal | None, sources: Sequence[Source], grading: Grading, fresh: bool = False) -> list[Graded]:
    by_id = {one.id: one for one in sources}
    return list(
        graded([one.id for one in sources], lambda ids: (by_id[name] for name in ids), grading, journal, fresh=fresh)
    )


def test_nothing_is_graded_twice(tmp_path: Path) -> None:
    sources = [source("ann"), source("bob"), source("cem")]
    with Journal(tmp_path, UNDER) as journal:
        first = run(journal, sources, Grading())
    again = Grading()
    with Journal(tmp_path, UNDER) as journal:
        second = run(journal, sources, again)
    assert (again.calls, again.starts) == ([], 0), "not even a grader is started"
    assert second == first


def test_whose_it_is_does_not_decide_it(tmp_path: Path) -> None:
    with Journal(tmp_path, UNDER) as journal:
        run(journal, [source("ann", "x", notes=("ann's",), flags=("f",))], Grading())
        grading = Grading()
        ((result, seconds),) = run(journal, [source("bob", "x", notes=("bob's",))], grading)
    assert grading.calls == []
    assert (result.id, result.notes, result.flags, seconds) == ("bob", ("bob's",), (), 1.5)


@pytest.mark.parametrize("what", ["engine", "seed", "python", "sandbox", "module"])
def test_whatever_decides_a_result_makes_it_another(tmp_path: Path, what: str) -> None:
    with Journal(tmp_path, UNDER) as journal:
        run(journal, [source("ann", "x")], Grading())
    under = UNDER if what == "module" else dataclasses.replace(UNDER, **{what: 8 if what == "seed" else "other"})
    grading = Grading()
    with Journal(tmp_path, under) as journal:
        run(journal, [source("ann", "y" if what == "module" else "x")], grading)
    assert grading.calls == ["ann"]
    with Journal(tmp_path, UNDER) as journal:
        assert journal.stored(source("ann", "x")), "what was stored before is still there"


def test_an_empty_journal_stays_where_another_run_has_it_open(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with Journal(tmp_path, UNDER):
            other = stack.enter_context(Journal(tmp_path, UNDER))
        run(other, [source("ann")], Grading())
    with Journal(tmp_path, UNDER) as journal:
        assert journal.stored(source("ann"))


def test_fresh_grades_all_and_stores_it(tmp_path: Path) -> None:
    sources = [source("ann"), source("bob")]
    with Journal(tmp_path, UNDER) as journal:
        run(journal, sources, Grading())
        grading = Grading()
        assert len(run(journal, sources, grading, fresh=True)) == 2
        assert grading.calls == ["ann", "bob"]
        assert journal.stored(sources[0])


def test_trouble_of_ours_is_retried_and_never_stored(tmp_path: Path) -> None:
    sources = [source("ann"), source("bob"), source("cem")]
    grading = Grading({"bob": 1, "cem": 99})
    with Journal(tmp_path, UNDER) as journal:
        states = {result.id: result.state.value for result, _ in run(journal, sources, grading)}
        assert states == {"ann": "graded", "bob": "graded", "cem": "infrastructure_error"}
        assert grading.calls.count("cem") == PASSES
        assert grading.calls.count("ann") == 1
        again = Grading()
        run(journal, sources, again)
        assert again.calls == ["cem"]


def test_what_is_not_final_is_not_stored(
    graded: Submission, ungradable: Submission, grader_error: Submission, infrastructure_error: Submission
) -> None:
    assert is_final(msgspec.structs.replace(graded, digest="d"))
    for one in (graded, ungradable, grader_error, infrastructure_error):
        assert not is_final(one) or one.digest
    assert not is_final(msgspec.structs.replace(grader_error, digest="d"))
    assert any(check.outcome is Outcome.GRADER_ERROR for check in grader_error.checks)


def test_without_a_journal_all_is_graded() -> None:
    grading = Grading({"ann": 1})
    assert [result.id for result, _ in run(None, [source("ann"), source("bob")], grading)] == ["bob", "ann"]


def test_a_result_is_on_the_disk_before_anybody_hears_of_it(tmp_path: Path) -> None:
    """Whoever stops listening at any moment, as by Ctrl-C, has lost nothing that was graded."""
    sources = [source(f"s{number}") for number in range(6)]
    by_id = {one.id: one for one in sources}
    total = Grading()
    for stop in range(1, 7):
        grading = Grading()
        with Journal(tmp_path, UNDER) as journal:
            results = graded(list(by_id), lambda ids: (by_id[name] for name in ids), grading, journal)
            for _ in itertools.islice(results, stop):
                pass
            results.close()
        total.calls += grading.calls
    assert sorted(total.calls) == sorted(by_id)


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.sets(st.sampled_from("abcdefgh")), st.integers(0, 9))
def test_every_submission_comes_out_once(names: list[str], stored: set[str], failing: int) -> None:
    class Memory(Journal):
        def __init__(self) -> None:
            super().__init__(Path("/nonexistent"), UNDER)
            self.kept: dict[str, Submission] = {}

        def stored(self, source: Source) -> Graded | None:
            return (
                (msgspec.structs.replace(self.kept[source.digest], id=source.id), 0)
                if source.digest in self.kept
                else None
            )

        def store(self, result: Submission, seconds: float) -> None:  # noqa: ARG002 - Journal's signature
            if is_final(result):
                self.kept[result.digest] = result

    journal = Memory()
    for name in stored:
        journal.store(Grading().result(source(name)), 0)
    trouble = {name: (failing + place) % 3 for place, name in enumerate(names)}
    out = [result.id for result, _ in run(journal, [source(name) for name in names], Grading(trouble))]
    assert sorted(out) == sorted(names)


KILLED = """
    import os, sys, time
    sys.path[:0] = [sys.argv[2], sys.argv[3]]
    from pathlib import Path
    import test_journal as t
    sources = [t.source(f"s{number:02}") for number in range(40)]
    class Grading(t.Grading):
        def __call__(self, sources):
            for each in super().__call__(sources):
                with open(sys.argv[4], "a") as log:
                    log.write(each[0].id + "\\n")
                yield each
    with t.Journal(Path(sys.argv[1]), t.UNDER) as journal:
        by_id = {one.id: one for one in sources}
        for number, _ in enumerate(t.graded(list(by_id), lambda ids: (by_id[n] for n in ids), Grading(), journal)):
            print(number, flush=True)
"""


def test_killed_and_run_again(tmp_path: Path) -> None:
    """SIGKILL after some results, again and again: what was graded is the whole class, nobody twice."""
    log = tmp_path / "log"
    log.touch()
    command = [sys.executable, "-c", textwrap.dedent(KILLED), *map(str, (tmp_path, Path(__file__).parent, SRC, log))]
    for heard in (3, 11, 25, None):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout
            for number, _ in enumerate(process.stdout, start=1):
                if number == heard:
                    process.kill()
                    break
            process.stdout.close()
        assert process.returncode == (0 if heard is None else -9)
    names = log.read_text().split()
    assert sorted(set(names)) == [f"s{number:02}" for number in range(40)]
    # The one that was being graded when the process was killed is graded again: it had no result yet.
    assert len(names) - len(set(names)) <= 3


def broken(folder: Path, kind: str) -> None:
    path = folder / FILE
    match kind:
        case "no database":
            path.write_bytes(b"this is no database, " * 100)
        case "a newer one":
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA user_version = 99")
            connection.commit()
            connection.close()
        case "another table":
            connection = sqlite3.connect(path)
            connection.execute("CREATE TABLE results (x)")
            connection.close()
        case "a folder":
            path.mkdir()
        case "garbage in a row":
            with Journal(folder, UNDER) as journal:
                run(journal, [source("ann")], Grading())
            connection = sqlite3.connect(path)
            connection.execute("UPDATE results SET result = x'00'")
            connection.commit()
            connection.close()


@pytest.mark.parametrize("kind", ["no database", "a newer one", "another table", "a folder", "garbage in a row"])
def test_a_broken_journal_costs_time_and_no_grading(tmp_path: Path, kind: str) -> None:
    broken(tmp_path, kind)
    grading = Grading()
    with Journal(tmp_path, UNDER) as journal:
        results = run(journal, [source("ann"), source("bob")], grading)
    assert [result.id for result, _ in results] == ["ann", "bob"]
    assert grading.calls == ["ann", "bob"]
    assert len(journal.notes) == 1, "and it is said"
    if kind in ("no database", "a newer one"):
        assert (tmp_path / f"{FILE}.damaged").is_file(), "put aside, not deleted"


def test_a_full_disk_costs_no_grading(tmp_path: Path) -> None:
    with Journal(tmp_path, UNDER) as journal:
        assert journal._connection
        journal._connection.execute("PRAGMA max_page_count = 1")
        results = run(journal, [source(f"s{number}") for number in range(50)], Grading())
    assert len(results) == 50
    assert any("full" in note for note in journal.notes)


def test_no_source_is_in_it(tmp_path: Path) -> None:
    with Journal(tmp_path, UNDER) as journal:
        run(journal, [source("ann", "SECRET_OF_ANN = 1", notes=("ann's note",))], Grading())
        journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as connection:
        rows = connection.execute("SELECT * FROM results").fetchall()
    assert len(rows) == 1
    held += zlib.decompress(rows[0][-1])
    for hidden in (b"SECRET_OF_ANN", b"ann's note", b'"ann"'):
        assert hidden not in held


def test_the_conditions_are_those_of_now() -> None:
    now = conditions(5, "landlock")
    assert (now.seed, now.sandbox, now.engine) == (5, "landlock", engine())
    assert now.python.count(".") == 2


def test_all_that_grading_imports_decides() -> None:
    """A change of a module that makes results must not leave results of before in the journal."""
    script = """
        import sys
        from loopcheck.grading import Grader, GraderSettings
        with Grader(GraderSettings(5)) as grader:
            grader._bonus_stubs
            print(*sorted(sys.modules))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=60,
    )
    ours = {name.removeprefix("loopcheck.").replace(".", "/") + ".py" for name in done.stdout.split()}
    used = {name for name in ours if name.partition("/")[0] in _NOT_DECIDING and "/" in name}
    only_shows = {name for name in used if name.startswith("reports/")}
    only_read = {f"submissions/{name}.py" for name in ("files", "finding", "flags", "further", "names", "reading")}
    assert used - only_shows - only_read == _DECIDING


def test_another_sandbox_than_expected_is_not_stored(tmp_path: Path, graded: Submission) -> None:
    """A grading process may reach another level than the one that was tried first."""
    with Journal(tmp_path, UNDER) as journal:
        for name, level, kept in (("ann", "seccomp", False), ("bob", UNDER.sandbox, True), ("cem", "", True)):
            one = source(name)
            journal.store(msgspec.structs.replace(graded, digest=one.digest, sandbox=level), 1.0)
            assert bool(journal.stored(one)) is kept


def test_two_at_once(tmp_path: Path) -> None:
    with Journal(tmp_path, UNDER) as one, Journal(tmp_path, UNDER) as other:
        run(one, [source("ann")], Grading())
        run(other, [source("bob")], Grading())
        assert one.stored(source("bob"))
        assert not one.notes + other.notes


def test_it_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr("sqlite3.connect", refuse)
    with Journal(tmp_path, UNDER) as journal:
        assert len(run(journal, [source("ann")], Grading())) == 1
    assert "cannot be opened" in journal.notes[0]


def test_what_results_have_in_common_is_held_once(tmp_path: Path, graded: Submission) -> None:
    """Fresh from a grader or from the journal: equal checks are one object, and nothing else changes."""

    def copies(sources: Iterable[Source]) -> Iterator[Graded]:
        for one in sources:
            text = msgspec.json.encode(msgspec.structs.replace(graded, id=one.id, digest=one.digest))
            yield msgspec.json.decode(text, type=Submission), 1.0

    sources = {name: source(name) for name in ("ann", "bob", "cem")}
    for expected in (2, 3):
        with Journal(tmp_path, UNDER) as journal:
            chosen = list(sources)[:expected]
            found = list(regraded(chosen, lambda ids: (sources[name] for name in ids), copies, journal))
        assert sorted(result.id for result, _ in found) == chosen
        assert len({id(check) for result, _ in found for check in result.checks}) == len(graded.checks)
        assert {result.checks for result, _ in found} == {graded.checks}
