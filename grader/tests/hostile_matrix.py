"""Write the tables of attacks into `instructor/SECURITY.md`: `python grader/tests/hostile_matrix.py`; with `--measure`, as root,
carry all attacks out on every level, as root and as an ordinary user, and write what they achieved. That takes half an hour.

What must stay true: the table of attacks says what the files of `hostile/` say, and `test_sandbox_hostile.py` shows that it
is so; the table of what was measured holds nothing that was not.
"""

from __future__ import annotations

import json
import os
import platform
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "instructor" / "SECURITY.md"
BEGIN, END = "<!-- matrix -->\n", "<!-- end of matrix -->\n"
BEGIN_MEASURED, END_MEASURED = "<!-- measured -->\n", "<!-- end of measured -->\n"
LEVELS = ("bubblewrap+landlock+seccomp", "landlock+seccomp", "rlimits")
USERS = ("root", "an ordinary user")
COUNTED = {
    "points": "points above the honest score", "rows": "rows missing", "neighbour": "neighbours affected",
    "leak": "leaks", "damage": "files damaged",
}  # fmt: skip
"""What an attack may achieve, and the heading of its column."""


def with_matrix(page: str) -> str:
    """The page with the table as it must be."""
    hostile = SimpleNamespace(**runpy.run_path(str(HERE / "hostile_support.py")))
    return between(page, BEGIN, END, f"{hostile.matrix(hostile.bank())}\n")


def between(page: str, begin: str, end: str, text: str) -> str:
    """The page with another text between two marks."""
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{text}{end}{after}"


def measured(levels: Sequence[str]) -> Iterator[str]:
    """The table of what the attacks achieved, line by line, as it is measured."""
    python = ".".join(platform.python_version_tuple()[:2])
    yield f"Measured on Linux {platform.release().split('-')[0]}, {platform.machine()}, Python {python}."
    yield ""
    yield f"| level | as | tried | {' | '.join(COUNTED.values())} |"
    yield "|---|---|---" + "|---" * len(COUNTED) + "|"
    for level in levels:
        for user in USERS:
            yield row(level, user)


def row(level: str, user: str) -> str:
    """All attacks on one level: how many there were, and how many achieved what."""
    ordinary = SimpleNamespace(**runpy.run_path(str(HERE / "ordinary_user.py")))
    support = SimpleNamespace(**runpy.run_path(str(HERE / "hostile_support.py")))
    as_root = user == "root"
    environment = ordinary.environment() | {"GRADER_SECRET": support.SECRET}
    python = sys.executable if as_root else ordinary.interpreter()
    with tempfile.TemporaryDirectory() as folder:
        if not as_root:
            os.chown(folder, ordinary.NOBODY, ordinary.NOBODY)
        done = subprocess.run(
            [python, str(HERE / "hostile_support.py"), level, folder], env=environment, cwd="/", capture_output=True,
            text=True, check=False, **({} if as_root else ordinary.AS_NOBODY),
        )  # fmt: skip
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        print(f"{level} as {user}: {last}", file=sys.stderr)
        return f"| `{level}` | {user} | not to be had there |" + " |" * len(COUNTED)
    told = json.loads(done.stdout)
    assert (told["user"] == 0, told["level"]) == (as_root, level)
    numbers = [sum(effect in found for found in told["found"].values()) for effect in COUNTED]
    print(level, user, {name: found for name, found in told["found"].items() if found}, file=sys.stderr)
    return f"| `{level}` | {user} | {len(told['found'])} | {' | '.join(map(str, numbers))} |"


def main(arguments: Sequence[str]) -> None:
    page = with_matrix(PAGE.read_text(encoding="utf-8"))
    if arguments[:1] == ["--measure"]:
        lines = list(measured(arguments[1:] or LEVELS))
        page = between(page, BEGIN_MEASURED, END_MEASURED, "\n".join(lines) + "\n")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
