"""The bank of attacks: how one is read, built into a submission, carried out, and what it has achieved.

An attack is a file of `hostile/`. Its docstring says what it tries; the constants after it say what it is after (AIM),
whether it succeeds against a grader that runs everything in one process (NAIVE), what it achieves where nothing but limits
confines it (RLIMITS), and what its submission is worth (HONEST, BASE). The file becomes `attack.py` of the submission, which
every module imports first, and each of the four functions calls its `hook(name, self)`.

What must stay true: an attack is carried out on what the test has made for it (a folder of files, a port, a name), and in
processes that the test has started. It is told where these are by words between @ signs.
"""

from __future__ import annotations

import ast
import contextlib
import ctypes
import os
import re
import runpy
import socket
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import loopcheck
from loopcheck.results import Outcome, State, Submission
from loopcheck.submissions.reading import read_submission

if TYPE_CHECKING:
    from loopcheck.grading import Grader

support = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("trust_support.py"))))

BANK = Path(__file__).parent / "hostile"
SECRET = "def test_step_resumes_the_generator_once("  # noqa: S105 - no password: words that nobody is to read
"""Stands in a file of the hidden suite, and in whatever else an attack is not to read."""
SUITE = Path(loopcheck.__file__).parent / "suite" / "test_2_step.py"
EFFECTS = ("points", "rows", "neighbour", "damage", "leak")
FUNCTIONS = ("set_result", "step", "suspend", "run_once")


@dataclass(frozen=True)
class Attack:
    """One file of the bank."""

    name: str
    tries: str
    aim: str
    naive: str
    rlimits: str
    base: str
    honest: int
    code: str
    files: dict[str, str] = field(default_factory=dict)


def read_attack(path: Path) -> Attack:
    """Read an attack without running it."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    values: dict[str, Any] = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in KEYS
    }
    return Attack(path.stem, ast.get_docstring(tree) or "", code=text, **{KEYS[key]: values[key] for key in values})


KEYS = {
    "AIM": "aim", "NAIVE": "naive", "RLIMITS": "rlimits", "BASE": "base", "HONEST": "honest", "FILES": "files",
}  # fmt: skip


def bank() -> list[Attack]:
    """All attacks, by name."""
    return [read_attack(path) for path in sorted(BANK.glob("*.py"))]


class Stage:
    """What one attack may aim at: files of the same user, a name in shared memory, a server on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.victims = folder / "victims"
        self.victims.mkdir(parents=True)
        for name in ("neighbour.py", "results.json"):
            (self.victims / name).write_text(f"precious {SECRET}", encoding="utf-8")
        self.token = f"loopcheck-test-{os.getpid()}-{id(self):x}"
        self.number = 0x4C430000 + os.getpid() % 0xFFFF
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.setblocking(False)
        self._before = self._state()

    def _state(self) -> dict[str, Any]:
        return {
            path.name: (
                path.read_bytes() if path.stat().st_mode & 0o400 else b"",
                path.stat().st_mode,
                path.is_symlink(),
            )
            for path in self.victims.iterdir()
        }

    def build(self, attack: Attack) -> Path:
        """The submission's folder."""
        words = {
            '"@SECRET@"': f'"{SECRET[:9]}" "{SECRET[9:]}"',
            "@FOLDER@": str(self.victims),
            "@TOKEN@": self.token,
            "@NUMBER@": str(self.number),
            "@PORT@": str(self.server.getsockname()[1]),
            "@SUITE@": str(SUITE),
        }
        code = "def hook(name, self):\n    return None\n\n\n" + attack.code
        for word, meaning in words.items():
            code = code.replace(word, meaning)
        package = self.folder / "attacker" / "mini_asyncio"
        package.mkdir(parents=True)
        for name, source in base(attack.base).items():
            (package / name).write_bytes(source)
        (package / "attack.py").write_text(code, encoding="utf-8")
        for name, text in attack.files.items():
            (package.parent / name).write_text(text, encoding="utf-8")
        return package.parent

    def effects(self) -> set[str]:
        """What has happened outside of the results; and everything is as before again."""
        found = set()
        if self._state() != self._before:
            found.add("damage")
        with contextlib.suppress(FileNotFoundError):
            (Path("/dev/shm") / self.token).unlink()  # noqa: S108 - where an attack would put it
            found.add("damage")
        libc = ctypes.CDLL(None)
        segment = libc.shmget(self.number, 0, 0)
        if segment >= 0:
            libc.shmctl(segment, 0, None)
            found.add("damage")
        with contextlib.suppress(BlockingIOError):
            self.server.accept()[0].close()
            found.add("leak")
        self.server.close()
        return found


def base(kind: str) -> dict[str, bytes]:
    """The submission's modules, all provided ones with them: the stub, or the reference. Each function calls the hook."""
    modules = dict(support.REFERENCE)
    for name in support.COURSE.edit:
        text = modules[name].decode()
        for function in FUNCTIONS:
            begin, end = f"        # BEGIN SOLUTION {function}\n", f"        # END SOLUTION {function}\n"
            if begin not in text:
                continue
            before, _, rest = text.partition(begin)
            solution, _, after = rest.partition(end)
            nothing = "        raise NotImplementedError\n"
            hook = f'        if attack.hook("{function}", self):\n            return\n'
            text = before + hook + (solution if kind == "right" else nothing) + after
        first = next(re.finditer(r"^(?:import|from (?!__future__)) ?.*$", text, re.MULTILINE)).start()
        modules[name] = (text[:first] + "from . import attack\n" + text[first:]).encode()
    return modules


@dataclass
class Outcomes:
    """What an attack achieved against our grader, and the results for a report."""

    effects: set[str]
    result: Submission


class Bench:
    """A warm grader, and what it says of an honest neighbour before anybody attacks."""

    def __init__(self, grader: Grader) -> None:
        self.grader = grader
        self.rows = sum(len(exercise.points) for exercise in grader.course.exercises)
        self.neighbour = support.reference()
        self.before = self._grade_neighbour()

    def _grade_neighbour(self) -> Submission:
        from loopcheck.submissions.model import Source

        return self.grader.grade(Source("neighbour", self.neighbour))[0]

    def carry_out(self, attack: Attack, folder: Path) -> Outcomes:
        """Grade the attacker and then the neighbour."""
        stage = Stage(folder)
        provided = support.course_files().provided_sources(support.COURSE)
        source = read_submission("attacker", stage.build(attack), support.COURSE, provided)
        result, _ = self.grader.grade(source)
        neighbour = self._grade_neighbour()
        found = stage.effects()
        if result.state is not State.GRADED or len(result.checks) != self.rows:
            found.add("rows")
        if any(check.outcome is Outcome.GRADER_ERROR for check in result.checks):
            found.add("rows")
        if (result.score or 0) > attack.honest:
            found.add("points")
        if neighbour != self.before or neighbour.score != neighbour.max_score:
            found.add("neighbour")
        if any(SECRET in text for check in result.checks for text in (check.message, check.detail)):
            found.add("leak")
        return Outcomes(found, result)


def expected_on(level: str, attack: Attack) -> set[str]:
    """What may happen on this level: nothing, but where nothing but limits confines a child."""
    achieved = {"holds": set(), "damages": {"damage"}, "leaks": {"leak"}, "scores": {"points"}}[attack.rlimits]
    return set(achieved) if level == "rlimits" else set()


def matrix(attacks: list[Attack]) -> str:
    """The table of SECURITY.md."""
    words = {"holds": "holds", "damages": "**damages files**", "leaks": "**leaks**", "scores": "**scores**"}
    lines = ["| attack | what it tries | in one process | `rlimits` | stronger |", "|---|---|---|---|---|"]
    for attack in attacks:
        tries = re.sub(r"\s+", " ", attack.tries).replace("|", "\\|")
        lines.append(f"| {attack.name} | {tries} | {attack.naive} | {words[attack.rlimits]} | holds |")
    return "\n".join(lines)


def main(argv: list[str]) -> None:
    """`hostile_support.py LEVEL FOLDER`: all attacks as whoever runs this; prints what each achieved as JSON."""
    import json

    from loopcheck.grading import Grader, GraderSettings

    level, folder = argv
    with Grader(GraderSettings(seed=20, sandbox=level)) as grader:
        bench = Bench(grader)
        found = {a.name: sorted(bench.carry_out(a, Path(folder) / a.name).effects) for a in bank()}
    print(json.dumps({"user": os.geteuid(), "level": grader.worker.level, "found": found}))


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
