"""The journal of a results folder: every result as soon as there is one, in SQLite, so that nothing is graded twice.

A result belongs to what decides it: the digest of the modules that were graded, the code and data of the grader, the seed,
the Python and the sandbox. The Python, because its own words stand in messages; the sandbox, because `results.json` names
one for all its results. Whose submission it is does not decide it, so the id, notes and flags are put in when it is taken
out again.

What must stay true: a result that was stored survives SIGKILL and a power cut; only results that are final are stored, never
trouble of ours; no source of a student is in here; and a journal that is broken or cannot be written costs time, never a
grading.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import sqlite3
import zlib
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from .reports.safe_text import for_terminal
from .results import State, Submission, grader_errors
from .submissions.model import Source
from .submissions.ours import JOURNAL as FILE

VERSION = 1
BUSY_SECONDS = 10.0
"""Another `loopcheck grade` may write into the same folder for so long."""

_TABLE = """
CREATE TABLE IF NOT EXISTS results (
    digest TEXT, engine TEXT, seed INTEGER, python TEXT, sandbox TEXT, seconds REAL NOT NULL, result BLOB NOT NULL,
    PRIMARY KEY (digest, engine, seed, python, sandbox)
) WITHOUT ROWID
"""
_STORED = """
SELECT result, seconds FROM results WHERE digest = ? AND engine = ? AND seed = ? AND python = ? AND sandbox = ?
"""
_NOT_DECIDING = frozenset({"reports", "exporters", "authoring", "quiz", "submissions"})
"""Packages of ours whose code changes no result: what was read is in the digest already."""
_DECIDING = frozenset({"authoring/regions.py", "authoring/stubs.py", "submissions/model.py", "submissions/text.py"})
"""Modules of theirs that grading uses all the same: whether something of a bonus exercise was handed in."""

Graded = tuple[Submission, float]


@dataclass(frozen=True)
class Conditions:
    """What decides a result, beside the modules."""

    engine: str
    seed: int
    python: str
    sandbox: str


@cache
def engine() -> str:
    """A digest of everything of ours that decides a result: code, suite, signatures, the course and its reference.

    Wider than the version of the suite: a recognised mistake is part of the result too."""
    from .course import course_files
    from .grading import suite_version

    package = Path(__file__).parent
    digest = hashlib.sha256(suite_version(course_files()).encode())
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package).parts
        name = "/".join(parts)
        decides = parts[0] not in _NOT_DECIDING or name in _DECIDING
        if path.suffix in (".py", ".json", ".ini") and decides and "_course" not in parts:
            digest.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:24]


def conditions(seed: int, sandbox: str) -> Conditions:
    """The conditions of results that are made now, by this Python."""
    return Conditions(engine(), seed, platform.python_version(), sandbox)


class Journal:
    """The journal of one folder, for results under one set of conditions. Use as a context manager.

    `notes` are sentences about what was wrong with it."""

    def __init__(self, folder: Path, under: Conditions) -> None:
        self.path = folder / FILE
        self.notes: list[str] = []
        self._is_new = not self.path.exists()
        self._under = (under.engine, under.seed, under.python, under.sandbox)
        self._connection = self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection:
            with contextlib.closing(self._connection), contextlib.suppress(sqlite3.Error):
                self._is_new &= self._is_empty_and_ours(self._connection)
            if self._is_new:
                self._remove()

    @staticmethod
    def _is_empty_and_ours(connection: sqlite3.Connection) -> bool:
        """Whether nothing was stored, and no other run has it open: SQLite ends a write-ahead log for its last user only."""
        if connection.execute("SELECT 1 FROM results LIMIT 1").fetchone():
            return False
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError:
            return False
        return True

    def _remove(self) -> None:
        """An empty journal of ours is no trace that anybody needs."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def stored(self, source: Source) -> Graded | None:
        """The result of a submission with these modules, and the seconds that it took; None when it is to be graded."""
        if not source.digest or source.problem or not self._connection:
            return None
        try:
            row = self._connection.execute(_STORED, (source.digest, *self._under)).fetchone()
            if row is None:
                return None
            result = msgspec.json.decode(zlib.decompress(row[0]), type=Submission)
        except (sqlite3.Error, zlib.error, msgspec.DecodeError, TypeError) as error:
            self._give_up(f"cannot be read ({error})")
            return None
        return msgspec.structs.replace(result, id=source.id, notes=source.notes, flags=source.flags), float(row[1])

    def store(self, result: Submission, seconds: float) -> None:
        """Keep a result, if it is final. It is on the disk when this returns."""
        if not is_final(result) or not self._connection:
            return
        if result.sandbox not in ("", self._under[-1]):
            return  # made under other conditions than it would be found under
        anonymous = msgspec.structs.replace(result, id="", notes=(), flags=())
        packed = zlib.compress(msgspec.json.encode(anonymous), 1)
        try:
            with self._connection:
                values = (result.digest, *self._under, seconds, packed)
                self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            self._give_up(f"cannot be written ({error})")

    def _open(self) -> sqlite3.Connection | None:
        try:
            return _connect(self.path)
        except sqlite3.OperationalError as error:
            self._give_up(f"cannot be opened ({error})")
            if self._is_new:
                self._remove()
            return None
        except sqlite3.DatabaseError as error:
            return self._begin_anew(error)

    def _begin_anew(self, error: sqlite3.DatabaseError) -> sqlite3.Connection | None:
        """What is no journal is put aside, not deleted. So is its write-ahead log: it may hold the newest results, belongs
        to that file, and would spoil the new one."""
        aside = self._aside()
        try:
            for ending in ("-wal", "-shm", ""):
                with contextlib.suppress(FileNotFoundError):
                    self.path.with_name(self.path.name + ending).rename(aside.with_name(aside.name + ending))
            connection = _connect(self.path)
        except (OSError, sqlite3.Error) as second:
            self._give_up(f"cannot be opened ({second})")
            return None
        self.notes.append(f"{FILE} could not be read ({error}); it is now {aside.name}, and everything is graded anew")
        return connection

    def _aside(self) -> Path:
        """A name that nothing has yet."""
        name = f"{self.path.name}.damaged"
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        return next(path for path in map(self.path.with_name, names) if not path.exists())

    def _give_up(self, why: str) -> None:
        """From here on without a journal: slower next time, but nothing is lost now."""
        shown = for_terminal(str(self.path))
        self.notes.append(f"{shown} {why}: this run goes on, but one that is stopped would begin again")
        if getattr(self, "_connection", None):
            self._connection.close()  # type: ignore[union-attr]  # looked at in the line before
        self._connection = None


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
    try:
        # With a write-ahead log one flush per result is enough for it to survive a power cut.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise sqlite3.DatabaseError(f"version {version}, this loopcheck writes version {VERSION}")
        with connection:
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA user_version = {VERSION:d}")
    except BaseException:
        connection.close()
        raise
    return connection


def is_final(result: Submission) -> bool:
    """Whether grading it again could only give the same."""
    return result.state is State.GRADED and bool(result.digest) and not grader_errors(result)
