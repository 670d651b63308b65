"""A bundle: files by path, and what the instructor does with them next.

What must stay true: the same bundle gives the same bytes, whatever the clock, the umask and the file system.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent / "files"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The oldest time that a zip file can say."""
EXECUTABLE, PLAIN = 0o755, 0o644


class BundleError(Exception):
    """The bundle cannot be made. The message says why, and what to do."""


@dataclass
class Bundle:
    """Files by their path inside the bundle, those among them that are programs, and sentences for the instructor."""

    files: dict[str, bytes] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def add(self, path: str, content: bytes | str, program: bool = False) -> None:
        """Add one file; a text gets the line endings that it has."""
        self.files[path] = content.encode("utf-8") if isinstance(content, str) else content
        if program:
            self.programs.add(path)

    def mode(self, path: str) -> int:
        return EXECUTABLE if path in self.programs else PLAIN


def static(name: str) -> bytes:
    """A file that goes into bundles as it is, with line feeds whatever the checkout made of them."""
    return (HERE / name).read_bytes().replace(b"\r\n", b"\n")


def zipped(bundle: Bundle) -> bytes:
    """The bundle as a zip, its files in the order of their names."""
    import zipfile  # here, since `grade` reads the template through this package, and starts sooner without

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(bundle.files):
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.create_system = 3  # Unix, on Windows too: only then the mode counts
            entry.external_attr = (0o100000 | bundle.mode(path)) << 16
            entry.compress_type = zipfile.ZIP_STORED if path.endswith(".whl") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, bundle.files[path])
    return data.getvalue()


def write_folder(bundle: Bundle, out: Path) -> None:
    """Write the files below `out`. OSError when one cannot be written; ReportError says which."""
    from ..reports.writing import write_whole

    for path in sorted(bundle.files):
        target = out / path
        write_whole(target, bundle.files[path])
        target.chmod(bundle.mode(path))
