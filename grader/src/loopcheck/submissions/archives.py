"""Zip archives, unpacked with care.

What must stay true: nothing is written outside the folder that was given; links in an archive are not made; and however
large an archive claims or turns out to be, only so many files and bytes are unpacked. What is not needed to grade is made
as an empty file: its name may appear in a sentence, its contents never do. A disk that is full here is never called a fault
of the archive.
"""

from __future__ import annotations

import re
import stat
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from .files import MachineError, UnreadableError, read_start, reason, refuse_machine
from .finding import is_skipped
from .layout_model import ArchiveError
from .names import listing, visible

MIB = 1024 * 1024
_DRIVE = re.compile(r"^[A-Za-z]:")


@dataclass(frozen=True)
class Limits:
    """How much may be unpacked. `wanted` are the endings of the files whose bytes are needed; of each, `largest` bytes and
    one more are taken, so that whoever reads it sees that it is too large. `repair` is what to do about a damaged archive,
    `smaller` about one that is too large."""

    files: int
    total: int
    largest: int
    wanted: tuple[str, ...]
    repair: str = "Pack it again and hand it in again."
    smaller: str = "Hand in only your own code: leave out virtual environments, data sets and the like."


OF_A_STUDENT = Limits(files=20_000, total=64 * MIB, largest=MIB, wanted=(".py",))
OF_A_CLASS = Limits(
    files=200_000,
    total=4096 * MIB,
    largest=64 * MIB,
    wanted=(".py", ".zip", ".yml", ".csv", ".json", ".txt", ".toml"),
    repair="Download it again, or unpack it yourself as far as it goes and give the folder.",
    smaller="Unpack it yourself and give the folder.",
)

KINDS = (
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"%PDF", "a PDF"),
    (b"<", "a web page"),
)
"""What has the name of a zip archive and is something else, by its first bytes."""
TAR = (257, b"ustar")


@dataclass
class _Unpacking:
    archive: zipfile.ZipFile
    into: Path
    limits: Limits
    shown: str
    outside: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    unnameable: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    size: int = 0
    count: int = 0


def unpack(path: Path, into: Path, limits: Limits = OF_A_STUDENT) -> tuple[str, ...]:
    """Unpack a zip archive into an empty folder; the notes say what was left out. ArchiveError when it cannot be taken."""
    shown = visible(path.name)
    try:
        with zipfile.ZipFile(path) as archive:
            work = _Unpacking(archive, into, limits, shown)
            for info in archive.infolist():
                _take(work, info)
    except (ArchiveError, MachineError):
        raise
    except (NotImplementedError, RuntimeError) as error:
        why = visible(str(error))
        raise ArchiveError(f"{shown} is packed in a way that cannot be read ({why}). Make a plain zip.") from error
    except OSError as error:
        refuse_machine(error)
        why = reason(error) if error.strerror else visible(str(error))
        raise ArchiveError(f"{shown} cannot be unpacked ({why}). {limits.repair}") from error
    except Exception as error:  # what the decoders raise for damaged data is written down nowhere
        raise ArchiveError(f"{shown} {_what_is_wrong(path, error)}. {limits.repair}") from error
    return tuple(_notes(work))


def _what_is_wrong(path: Path, error: Exception) -> str:
    """Something else under the name of a zip archive, or a damaged one."""
    try:
        start = read_start(path, 512)
    except UnreadableError:
        start = b""
    place, mark = TAR
    kinds = [kind for begin, kind in KINDS if start.lstrip().startswith(begin)]
    kinds += ["a tar archive"] if start[place:].startswith(mark) else []
    if kinds:
        return f"is not a whole zip archive: it is {kinds[0]}, whatever its name says"
    return f"is not a whole zip archive ({visible(str(error)) or type(error).__name__})"


def _take(work: _Unpacking, info: zipfile.ZipInfo) -> None:
    # Some Windows programs write backslashes, which the format does not know.
    name = info.filename.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or _DRIVE.match(name) or ".." in parts:
        work.outside.append(info.filename)
        return
    if any(is_skipped(part) for part in parts[:-1]) or not parts or name.endswith("/"):
        return
    if stat.S_ISLNK(info.external_attr >> 16):
        work.links.append(name)
        return
    work.count += 1
    if work.count > work.limits.files:
        raise ArchiveError(f"{work.shown} holds more than {work.limits.files} files. {work.limits.smaller}")
    if "/".join(parts) in work.names:
        work.twice.append(name)
    work.names.add("/".join(parts))
    _write(work, info, work.into.joinpath(*parts))


def _write(work: _Unpacking, info: zipfile.ZipInfo, target: Path) -> None:
    data = b""
    if target.name.lower().endswith(work.limits.wanted):
        if info.flag_bits & 1:
            raise ArchiveError(f"{work.shown} is encrypted. Pack it without a password and hand it in again.")
        with work.archive.open(info) as packed:
            data = packed.read(work.limits.largest + 1)
        work.size += len(data)
        if work.size > work.limits.total:
            raise ArchiveError(
                f"{work.shown} unpacks to more than {work.limits.total // MIB} MiB. {work.limits.smaller}"
            )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except (OSError, ValueError) as error:  # a name that no file can have here, or a file in the place of a folder
        if isinstance(error, OSError):
            refuse_machine(error)
        work.unnameable.append(info.filename)


def _notes(work: _Unpacking) -> list[str]:
    notes = []
    if work.outside:
        notes.append(
            f"{work.shown}: {listing(work.outside, 3)} would lie outside of the archive's folder and was left out"
        )
    if work.links:
        notes.append(
            f"{work.shown}: {listing(work.links, 3)} is a symbolic link and was left out: pack the file itself"
        )
    if work.unnameable:
        notes.append(f"{work.shown}: {listing(work.unnameable, 3)} cannot be unpacked here and was left out")
    if work.twice:
        notes.append(f"{work.shown}: {listing(work.twice, 3)} is in it more than once, and the last one was taken")
    return notes
