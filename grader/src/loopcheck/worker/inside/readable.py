"""What a confined child may still read: the standard library and the shared libraries that it needs, and no package.

What must stay true: nothing below `site-packages` or `dist-packages` is in here, where the grader itself may be installed
with all its answers; a folder that holds such a place is taken apart into what else is in it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

NOT_THESE = ("site-packages", "dist-packages", "python", "loopcheck")
"""How names begin that are left out where a folder is taken apart: packages, and in a folder of libraries, Pythons."""

LIBRARY_FOLDERS = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
ALSO = ("/etc/ld.so.cache", "/usr/share/zoneinfo", "/etc/localtime")


def standard_library() -> list[str]:
    """The folders from which this interpreter, started without site-packages, imports."""
    return [path for path in dict.fromkeys(map(os.path.realpath, filter(None, sys.path))) if os.path.exists(path)]  # noqa: PTH110 - no pathlib in the zygote


def readable() -> Iterator[str]:
    """Everything that a child may read."""
    for folder in standard_library():
        yield from _without_packages(folder)
    for folder in library_folders():
        yield from _without_packages(folder)
    yield from ALSO


def library_folders() -> list[str]:
    """Where the shared libraries lie that this process has loaded: others that the standard library needs lie beside them."""
    folders = []
    try:
        with open("/proc/self/maps") as maps:  # noqa: PTH123 - no pathlib in the zygote
            for line in maps:
                path = line.rstrip("\n").partition("/")[2]
                if ".so" in path:
                    folders.append(os.path.dirname("/" + path))  # noqa: PTH120 - as above
    except OSError:
        folders += LIBRARY_FOLDERS
    known = standard_library()
    return [folder for folder in dict.fromkeys(map(os.path.realpath, folders)) if folder not in known]


def _without_packages(path: str) -> Iterator[str]:
    """The path itself; or, where packages lie in that folder, everything else in it."""
    try:
        names = sorted(os.listdir(path))  # noqa: PTH208 - no pathlib in the zygote
    except OSError:
        yield path
        return
    kept = [name for name in names if not name.startswith(NOT_THESE)]
    yield from [path] if kept == names else [os.path.join(path, name) for name in kept]  # noqa: PTH118 - as above
