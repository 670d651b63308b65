"""The bank of attacks against our grader: nothing forged, nothing lost, nobody else touched, and nothing leaked or damaged
but where the level promises no more. See `hostile_support.py` for how an attack is carried out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loopcheck.grading import Grader, GraderSettings
from loopcheck.worker.host import Worker
from loopcheck.worker.starters import WorkerError

from . import hostile_matrix as matrix
from . import hostile_support as hostile
from . import naive_grader
from . import ordinary_user as ordinary
from .sampling import sampled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
ATTACKS = hostile.bank()
LEVELS = ("bubblewrap+landlock+seccomp", "landlock+seccomp", "rlimits")
SAMPLE = [attack.name for attack in ATTACKS[::17]]
OF_THE_STRONGEST = [attack.name for attack in ATTACKS[::6]]
name_of = attrgetter("name")


def on_every_level() -> list[Any]:
    """Each attack on each level; without `--thorough` a sample, which is larger on the strongest that is there."""
    strongest = reached()
    levels = [level for level in LEVELS if LEVELS.index(level) >= LEVELS.index(strongest)]
    return [
        pytest.param(level, *param.values, id=f"{level}-{param.id}", marks=param.marks)
        for level in levels
        for param in sampled(ATTACKS, OF_THE_STRONGEST if level == strongest else SAMPLE, name_of)
    ]


@cache
def is_there(level: str) -> bool:
    """Whether this machine has it."""
    worker = Worker("fork", sandbox=level)
    try:
        worker.reach()
    except (WorkerError, OSError):
        return False
    finally:
        worker.close()
    return True


def reached() -> str:
    """The strongest of these levels that this machine has."""
    return next((level for level in LEVELS[:-1] if is_there(level)), LEVELS[-1])


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the levels are Linux's")


@pytest.fixture(scope="module")
def benches(graders: Callable[[GraderSettings], Grader]) -> Iterator[Callable[[str], Any]]:
    """A bench per level."""

    @cache
    def of_level(level: str) -> Any:
        made = hostile.Bench(graders(GraderSettings(seed=20, sandbox=level)))
        made.level = level
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_SECRET", hostile.SECRET)  # before any process of the graders starts
        yield of_level


@pytest.fixture
def bench(benches: Callable[[str], Any], request: pytest.FixtureRequest) -> Any:
    if not is_there(request.param):
        pytest.skip(f"this machine has no {request.param}")
    return benches(request.param)


@pytest.mark.parametrize(("bench", "attack"), on_every_level(), indirect=["bench"])
def test_an_attack_achieves_nothing(bench: Any, attack: Any, tmp_path: Path) -> None:
    outcome = bench.carry_out(attack, tmp_path)
    assert outcome.effects == hostile.expected_on(bench.level, attack)
    assert outcome.result.sandbox == bench.level


@pytest.mark.parametrize("attack", sampled(ATTACKS, SAMPLE, name_of))
def test_an_attack_counts_if_it_succeeds_where_all_is_one_process(attack: Any, tmp_path: Path) -> None:
    assert NAIVE_ACHIEVED[attack.naive](naive_effects(attack, tmp_path)), attack.naive


def canary(kind: str, code: str) -> Any:
    return hostile.Attack("canary", "", "", "", "holds", kind, 0, code)


@pytest.mark.parametrize("bench", LEVELS, indirect=True)
def test_an_attack_is_carried_out_and_without_one_the_score_is_the_honest_one(bench: Any, tmp_path: Path) -> None:
    """Otherwise nothing of what this file shows would mean anything."""
    stub = bench.carry_out(canary("stub", ""), tmp_path / "stub").result
    right = bench.carry_out(canary("right", ""), tmp_path / "right").result
    assert (stub.score, right.score) == (0, right.max_score)
    for function in hostile.FUNCTIONS:
        code = f'def hook(name, self):\n    if name == "{function}":\n        raise ValueError("canary in " + name)\n'
        result = bench.carry_out(canary("right", code), tmp_path / function).result
        told = [check.message for check in result.checks if check.exercise == function]
        assert f"canary in {function}" in "".join(told)


def test_the_grader_in_one_process_is_right_while_nobody_attacks(tmp_path: Path) -> None:
    assert naive_effects(canary("stub", ""), tmp_path / "stub") == set()
    assert naive_effects(canary("right", ""), tmp_path / "right") == set()


NAIVE_ACHIEVED = {"succeeds": bool, "inert": lambda effects: not effects}


def naive_effects(attack: Any, folder: Path) -> set[str]:
    """What an attack achieves against a grader that runs everything in one process."""
    stage = hostile.Stage(folder / "stage")
    attacker = stage.build(attack)
    neighbour = folder / "neighbour" / "mini_asyncio"
    neighbour.mkdir(parents=True)
    for name, source in hostile.support.REFERENCE.items():
        (neighbour / name).write_bytes(source)
    hidden = folder / "test_hidden.py"
    hidden.write_text(naive_grader.HIDDEN.replace("SECRET", hostile.SECRET), encoding="utf-8")
    folders = [str(attacker), str(neighbour.parent)]
    # Whoever is said to hang hangs; nobody else is to look as if he did, on a loaded machine.
    seconds = 12.0 if attack.naive == "succeeds" else 60.0
    rows = run_naive(["result.json", str(hidden), *folders], folder, seconds)
    found: set[str] = stage.effects()
    mine, others = (rows.get(each, {}) for each in folders)
    points = sum(row["outcome"] == "passed" for row in mine.values())
    if points > (4 if attack.base == "right" else 0):
        found.add("points")
    if {*mine, *others} < set(naive_grader.CHECKS) or len(mine) < 4 or len(others) < 4:
        found.add("rows")
    if [row["outcome"] for row in others.values()] != ["passed"] * 4:
        found.add("neighbour")
    if any(hostile.SECRET in row["message"] for row in mine.values()):
        found.add("leak")
    return found


def run_naive(arguments: list[str], folder: Path, seconds: float) -> dict[str, dict[str, dict[str, str]]]:
    """Its results, as far as there are any. It gets so many seconds, one gigabyte and 256 descriptors."""
    limits = "import resource, runpy, sys\n"
    limits += "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))\nresource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))\n"
    limits += "sys.argv.pop(0)\nrunpy.run_path(sys.argv[0], run_name='__main__')"
    command = [sys.executable, "-c", limits, str(HERE / "naive_grader.py"), *arguments]
    environment = os.environ | {"GRADER_SECRET": hostile.SECRET, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    finally:
        # Its own session, which this test has started: whatever the attack has forked in it.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()
    try:
        found = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


@pytest.mark.thorough
@pytest.mark.timeout(900)  # the whole bank
@pytest.mark.parametrize("level", ["", "rlimits"])
def test_an_ordinary_user_is_protected_alike(level: str) -> None:
    """All attacks once more, by a grader that is not root. (Where the tests are not run as root, they all are.)"""
    if os.geteuid():
        pytest.skip("the other tests were run by an ordinary user already")
    interpreter = ordinary.interpreter()
    if not interpreter:
        pytest.skip("an ordinary user has no Python of this version here that finds the grader")
    # Not tmp_path: pytest keeps what is above it for its own user alone.
    with tempfile.TemporaryDirectory() as folder:
        os.chown(folder, ordinary.NOBODY, ordinary.NOBODY)
        done = subprocess.run(
            [interpreter, str(HERE / "hostile_support.py"), level, folder], capture_output=True, text=True, cwd="/",
            env=ordinary.environment() | {"GRADER_SECRET": hostile.SECRET}, **ordinary.AS_NOBODY, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["user"] == ordinary.NOBODY
    expected = {attack.name: sorted(hostile.expected_on(told["level"], attack)) for attack in ATTACKS}
    assert {name: found for name, found in told["found"].items() if found != expected[name]} == {}


def test_the_page_on_security_holds_the_current_table() -> None:
    page = matrix.PAGE.read_text(encoding="utf-8")
    assert page == matrix.with_matrix(page), "run python grader/tests/hostile_matrix.py"
    assert len(ATTACKS) >= 50
    assert page.count("\n| ") > len(ATTACKS)


def test_the_page_on_security_says_what_the_attacks_achieved() -> None:
    """As it was measured with as many attacks as there are: nothing, but where the files of the bank say otherwise."""
    page = matrix.PAGE.read_text(encoding="utf-8")
    table = page.partition(matrix.BEGIN_MEASURED)[2].partition(matrix.END_MEASURED)[0]
    rows = [
        [cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines() if line.startswith("| `")
    ]
    assert [(level, user) for level, user, *_ in rows] == [(level, user) for level in LEVELS for user in matrix.USERS]
    assert set(matrix.COUNTED) == set(hostile.EFFECTS)
    for level, _, tried, *numbers in rows:
        achieved = [effect for attack in ATTACKS for effect in hostile.expected_on(level, attack)]
        assert int(tried) == len(ATTACKS), "run python grader/tests/hostile_matrix.py --measure"
        assert [int(number) for number in numbers] == [achieved.count(effect) for effect in matrix.COUNTED]


def test_the_page_on_security_names_every_level() -> None:
    from loopcheck.worker.sandbox import LEVELS as EVERY

    page = (HERE.parents[1] / "instructor" / "SECURITY.md").read_text(encoding="utf-8")
    assert [level for level in EVERY if f"`{level}`" not in page] == []
