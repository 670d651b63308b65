"""Listing folders and reading files of a student, with care.

What must stay true: no link is followed, nothing but a regular file is opened (a FIFO would block, a device may do
anything), and neither a list nor a file is read beyond its limit.
"""

import errno
import os
import stat
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar")
"""How the names of archives end. None is opened here."""


class Kind(Enum):
    """What a directory entry is, without following it."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a symbolic link"
    OTHER = "a FIFO, socket or device"


@dataclass(frozen=True)
class Entry:
    """One name in a folder."""

    name: str
    kind: Kind


class TooManyEntriesError(Exception):
    """The folder holds more names than may be looked at."""


class UnreadableError(Exception):
    """The file cannot be taken; the message is the end of a sentence that begins with its name."""


class MachineError(Exception):
    """This machine failed, and not what was handed in: a full disk, no descriptors left. The message says how."""


OF_THE_MACHINE = frozenset(
    getattr(errno, name)
    for name in ("EDQUOT", "EFBIG", "EIO", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "EROFS", "ESTALE")
    if hasattr(errno, name)
)
"""Errors that say nothing about the file at which they happened."""


def refuse_machine(error: OSError) -> None:
    """Raise MachineError if it is one of those: nobody's submission may look worse for it."""
    if error.errno in OF_THE_MACHINE:
        raise MachineError(reason(error)) from error


def kind_of(path: Path) -> Kind:
    """What `path` itself is; OSError when it is not there."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return Kind.LINK
    if stat.S_ISDIR(mode):
        return Kind.FOLDER
    return Kind.FILE if stat.S_ISREG(mode) else Kind.OTHER


def list_folder(path: Path, most: int) -> list[Entry]:
    """The entries of a folder in the order of their names; OSError when it cannot be read."""
    entries: list[Entry] = []
    try:
        with os.scandir(path) as found:
            for item in found:
                if len(entries) >= most:
                    raise TooManyEntriesError
                entries.append(Entry(item.name, _kind_of_item(item)))
    except OSError as error:
        refuse_machine(error)
        raise
    return sorted(entries, key=lambda entry: entry.name)


def _kind_of_item(item: os.DirEntry[str]) -> Kind:
    if item.is_symlink():
        return Kind.LINK
    if item.is_dir(follow_symlinks=False):
        return Kind.FOLDER
    return Kind.FILE if item.is_file(follow_symlinks=False) else Kind.OTHER


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes; UnreadableError says why not."""
    data = read_start(path, most + 1)  # one byte beyond the limit shows what is too large
    if len(data) > most:
        raise UnreadableError(f"is larger than {most // 1024} KiB")
    return data


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a regular file, at most `most`; UnreadableError says why not."""
    try:
        kind = kind_of(path)
        if kind is not Kind.FILE:
            raise UnreadableError(f"is {kind.value}, not a file")
        # The flags close the gap between the look and the opening: what became a link or a FIFO meanwhile is refused.
        flags = os.O_RDONLY
        for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK"):
            flags |= getattr(os, name, 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableError("is not a regular file")
            # Room is made for the size that the file has.
            return file.read(min(most, status.st_size + 1))
    except OSError as error:
        refuse_machine(error)
        raise UnreadableError(f"cannot be read ({reason(error)})") from error


def reason(error: OSError) -> str:
    """Why, without the path: "permission denied"."""
    return (error.strerror or type(error).__name__).lower()
