"""What lies in the folder of a class: who is a student, and what nobody should miss.

What must stay true: whatever may be somebody's work, and is not graded, is named.
"""

from collections.abc import Iterator
from pathlib import Path

from .files import ARCHIVES, Entry, Kind
from .names import listing
from .ours import RESULTS_FOLDER

LIKE_SUBMISSIONS = (".py", ".ipynb", *ARCHIVES)
OF_TOOLS = (".git", ".github", ".hg", ".svn", ".idea", ".vscode", ".venv", ".ipynb_checkpoints")
"""Hidden folders that nobody misses; so are those whose names end in `_cache`."""
TEMPLATE_MARKS = ("pyproject.toml", "demo.py", "tests")
"""What lies beside the package in a checkout of the student template."""


def left_out(entries: list[Entry], files: list[str], links: list[str]) -> Iterator[str]:
    """What lies in the folder of a class and may be somebody's, but is not graded."""
    loose = [name for name in files if name.lower().endswith(LIKE_SUBMISSIONS)]
    if loose:
        yield f"{listing(loose)}: not in a folder of its own, and not graded"
    hidden = [f"{entry.name}/" for entry in entries if entry.kind is Kind.FOLDER and entry.name.startswith(".")]
    hidden = [name for name in hidden if name[:-1] not in OF_TOOLS and not name.endswith("_cache/")]
    if hidden:
        yield f"{listing(hidden)}: hidden, since the name begins with a dot, and not graded"
    nowhere = [entry.name for entry in entries if entry.kind is Kind.LINK and entry.name not in links]
    if nowhere:
        yield f"{listing(nowhere)}: a link that leads to no folder, and not graded"


def student_folders(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind is Kind.FOLDER and not is_nobody(entry.name)]


def is_nobody(name: str) -> bool:
    """A folder that no student has made."""
    return name.startswith(".") or name in ("__pycache__", "__MACOSX", RESULTS_FOLDER)


def points_at_folder(link: Path) -> bool:
    try:
        return link.is_dir()
    except OSError:
        return False
