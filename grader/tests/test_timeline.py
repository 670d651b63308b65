"""The pictures of time: what they show is what happened, everybody can read them, and a wrong loop is drawn as well.

The judge of a recording is the probe that the suite uses, run on the same schedule; the judge of a picture is an XML parser.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopcheck.course import course_files, load_course
from loopcheck.probes.schedule import Schedule, TaskSpec, run_schedule
from loopcheck.suite.expected import PACKAGE, load_reference
from loopcheck.timeline import Run, Timeline, from_rows, record, style

SOURCES = Path(record.__code__.co_filename).parent
SVG = "{http://www.w3.org/2000/svg}"
Commands = list[tuple[str, int]]


@pytest.fixture(scope="module", autouse=True)
def reference() -> None:
    load_reference(course_files(), load_course())


def task(commands: Commands, endless: bool = False) -> Iterator[tuple[str, int]]:
    while True:
        yield from commands
        if not endless:
            return


def demo(hops: int = 2, chunk: int = 200, until: int = 1600, label: str = "") -> Run:
    tasks = {"heartbeat": task([("sleep", 1000)], endless=True), "hog": task([("burn", chunk)], endless=True)}
    return record(tasks, until, hops, label, PACKAGE)


def hop() -> Timeline:
    return Timeline("The hop", [demo(2, label="sleep"), demo(1, label="call_later")], 1400)


def parsed(timeline: Timeline) -> ElementTree.Element:
    return ElementTree.fromstring(timeline.svg())  # noqa: S314 - our own


def of_class(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in picture.iter() if name in (element.get("class") or "").split()]


# --- What is recorded ---


def test_a_recording_of_the_demo() -> None:
    run = demo(until=2900)
    assert [wake.stamps for wake in run.wakes] == [(1000, 1000, 1200, 1400), (2400, 2400, 2600, 2800)]
    assert [burn.start for burn in run.burns] == list(range(0, 2900, 200))
    assert run.passes == tuple(range(0, 2900, 200))
    assert [(sleep.start, sleep.ms) for sleep in run.sleeps] == [(0, 1000), (1400, 1000), (2800, 1000)]
    assert [burn.start for burn in run.burns if run.in_the_way(burn)] == [1000, 1200, 2400, 2600]
    assert run.ended == ""


commands = st.lists(st.tuples(st.sampled_from(["burn", "sleep"]), st.integers(1, 300)), min_size=1, max_size=6)


@settings(max_examples=60)
@given(st.lists(commands, min_size=1, max_size=4), st.sampled_from([1, 2]))
def test_a_recording_has_the_wakes_and_burns_of_the_probe(tasks: list[Commands], hops: int) -> None:
    specs = [TaskSpec(f"t{number}", [list(each) for each in todo]) for number, todo in enumerate(tasks)]
    facts = run_schedule(Schedule(specs, 9000, hops, log=True), PACKAGE)
    run = record({spec.name: task(todo) for spec, todo in zip(specs, tasks, strict=True)}, 9000, hops, "", PACKAGE)
    assert [list(wake) for wake in run.wakes] == facts.rows
    starts = [[burn.task, burn.start] for burn in run.burns]
    resumed = [0] * len(tasks)
    burns = []
    for index, clock in facts.log:
        assert isinstance(index, int)
        at = resumed[index]
        resumed[index] += 1
        if at < len(tasks[index]) and tasks[index][at][0] == "burn":
            burns.append([f"t{index}", clock])
    assert starts == burns
    picture = Timeline("random", [run])
    assert max(map(len, picture.text(ascii_only=True).splitlines())) <= 80
    assert picture.text(ascii_only=True).isascii()
    parsed(picture)


WRONG: dict[str, tuple[str, str]] = {
    "drained": ("while self.ready:", "The loop did not come back: 4001 steps in one pass"),
    "nobody runs": ("for _ in range(0):", "Given up after 4000 passes"),
    "an exception": ("for _ in range(1 // 0):", "Your code raised ZeroDivisionError"),
}


@pytest.fixture
def wrong_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The name of a package whose `run_once` runs the batch with another line in front."""

    def make(line: str) -> str:
        folder = tmp_path / f"wrong_{abs(hash(line))}"
        folder.mkdir()
        for name, source in course_files().package_sources(load_course()).items():
            (folder / name).write_bytes(source.replace(b"for _ in range(len(self.ready)):", line.encode()))
        monkeypatch.syspath_prepend(str(tmp_path))
        return folder.name

    return make


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_loop_is_recorded_until_it_ends(wrong_loop: Callable[[str], str], name: str) -> None:
    line, said = WRONG[name]
    tasks = {"heartbeat": task([("sleep", 1000)], endless=True), "hog": task([("burn", 200)], endless=True)}
    run = record(tasks, 3000, package=wrong_loop(line))
    assert run.ended.startswith(said)
    assert run.wakes == ()
    picture = Timeline("wrong", [run], 1400)
    assert said in " ".join(text.text or "" for text in parsed(picture).iter(f"{SVG}text"))
    if name == "drained":
        assert len(run.burns) == 15
        assert "heartbeat: asked for 1000, not woken by 3000." in picture.text()
        assert "heartbeat: asked for 1000, not woken by 3000." in picture.svg()
        assert "not woken" in [text.text for text in parsed(picture).iter(f"{SVG}text")]


def test_stamps_that_are_no_whole_numbers_are_left_out_and_said() -> None:
    tasks = {"heartbeat": task([("sleep", 1000)], endless=True), "hog": task([("burn", 200)], endless=True)}
    tasks["hog"] = iter([("burn", 0.5)] * 9000)  # type: ignore[list-item]  # a float where ms should be
    run = record(tasks, 1500, package=PACKAGE)
    assert run.wakes == ()
    assert run.ended == "Left out, because they are no name and four whole numbers: 1 wake-ups."
    assert from_rows("x", [["a", 1, 2, 3, 4], ["a", 1, None, 3, 4], ["a", True, 2, 3, 4], "abcde", 7]).wakes == (
        ("a", 1, 2, 3, 4),
    )


# --- What is drawn ---


def test_the_text_of_the_hop(golden: Callable[[str, str], None]) -> None:
    golden("timeline_hop.txt", hop().text())
    for picture in (hop(), Timeline("Björn's loop", [demo(label="▓")], 1400)):
        assert picture.text(ascii_only=True).isascii()
        assert not picture.text().isascii()


def test_the_alternative_says_all_stamps_and_gaps() -> None:
    picture = parsed(hop())
    title, description = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert description.text == (
        "sleep. hog burns 7 times, 200 ms each. "
        "heartbeat: asked for 1000, expired 1000 (+0), fired 1200 (+200), ran 1400 (+200): 400 late. "
        "call_later. hog burns 7 times, 200 ms each. "
        "heartbeat: asked for 1000, expired 1000 (+0), fired 1200 (+200), ran 1200 (+0): 200 late."
    )


def test_a_gap_is_as_wide_as_the_burn_that_stood_in_the_way() -> None:
    picture = parsed(hop())
    guilty = [(float(each.get("x", "")), float(each.get("width", ""))) for each in of_class(picture, "guilty")]
    assert len(guilty) == 3, "two burns beside sleep, one beside call_later"
    gaps = [each.get("d", "") for kind in ("g1", "g2", "g3") for each in of_class(picture, kind)]
    ends = [re.fullmatch(r"M([\d.]+) [\d.]+H([\d.]+)", gap) for gap in gaps]
    drawn = [(float(end[1]), float(end[2]) - float(end[1])) for end in ends if end]
    for gap, burn in zip(sorted(drawn), sorted(guilty), strict=True):
        assert gap == pytest.approx(burn, abs=0.11)
    assert len(of_class(picture, "g1")) == 0


def test_the_first_wrong_stamp_is_marked() -> None:
    inline, right = demo(1, label="yours"), demo(2, label="right")
    picture = parsed(Timeline("wrong", [inline, right], 1400, right=True))
    ring = of_class(picture, "wrong")
    assert len(ring) == 1
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert "The first wrong stamp: ran of heartbeat is 1200, right is 1400." in words
    assert of_class(parsed(Timeline("same", [right, right], 1400, right=True)), "wrong") == []
    missing = Timeline("missing", [from_rows("yours", []), right], 1400, right=True)
    assert "A wake-up is missing." in missing.svg()


def test_names_of_students_are_escaped() -> None:
    run = record({"<b>&\"'": task([("sleep", 10)])}, 100, label="<script>", package=PACKAGE)
    picture = Timeline("a < b", [run]).svg()
    assert "<b>" not in picture
    assert "<script>" not in picture
    ElementTree.fromstring(picture)  # noqa: S314 - our own


def test_a_picture_needs_nothing_else_and_changes_nothing_around_it() -> None:
    picture = hop().svg()
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script|@import|var\(|<image|href", picture)
    rules = re.search(r"<style>(.*)</style>", picture)
    assert rules is not None
    plain = re.sub(r"@media[^{]*\{(.*)\}$", r"\1", rules[1])
    selectors = [part for rule in re.findall(r"([^{}]+)\{", plain) for part in rule.split(",")]
    assert all(selector.strip().startswith(".timeline") for selector in selectors)
    ids = set(re.findall(r'id="([^"]+)"', picture))
    assert ids.isdisjoint(re.findall(r'id="([^"]+)"', Timeline("other", [demo()]).svg()))
    assert hop()._repr_svg_() == picture


def test_the_same_bytes_under_any_hash_seed() -> None:
    code = (
        "from loopcheck.timeline import *\n"
        "rows = [['a', 1, 2, 3, 4], ['b', 1, 2, 3, 5], ['c', 2, 2, 4, 9]]\n"
        "print(Timeline('x', [from_rows('y', rows)]).svg())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else [digits[at : at + 2] for at in (0, 2, 4)]
    parts = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colours", [style.LIGHT, style.DARK], ids=["light", "dark"])
def test_texts_and_lines_stand_out(colours: dict[str, str]) -> None:
    def contrast(one: str, other: str) -> float:
        low, high = sorted([luminance(one), luminance(other)])
        return (high + 0.05) / (low + 0.05)

    def part(name: str, what: str) -> str:
        return dict(rule.split(":") for rule in colours[name].split(";"))[what]

    paper = part("paper", "fill")
    for name in ("ink", "quiet", "lost", "good"):
        assert contrast(part(name, "fill"), paper) >= 4.5, name
    for name in ("asleep", "gap", "asked", "expired", "fired", "ran", "wrong"):
        assert contrast(part(name, "stroke"), paper) >= 3, name
    assert contrast(part("ink", "fill"), part("guilty", "fill")) >= 4.5
    assert contrast(part("quiet", "fill"), part("burn", "fill")) >= 4.5


def test_students_need_the_standard_library_alone() -> None:
    for path in sorted(SOURCES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level <= 1, f"{path.name} reaches out of its folder"
                names = [] if node.level else [node.module or ""]
            else:
                continue
            assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names, path.name


# --- Where students meet them ---


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """A student's folder as it is handed out, with the reference solution in it."""
    folder = tmp_path / "student"
    root = course_files().root
    shutil.copytree(root / "student_template", folder, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    for name, source in course_files().package_sources(load_course()).items():
        (folder / load_course().package / name).write_bytes(source)
    return folder


def python(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python as a student starts it, without this checkout on its path."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**ours, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


def change(folder: Path, module: str, old: str, new: str) -> None:
    path = folder / "mini_asyncio" / module
    source = path.read_text(encoding="utf-8")
    assert old in source
    path.write_text(source.replace(old, new), encoding="utf-8")


def test_the_demo_draws_its_third_section(student: Path) -> None:
    done = python(student, "demo.py", "--timeline", "hop.svg")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nThe picture of section 3: hop.svg\n")
    words = ElementTree.fromstring((student / "hop.svg").read_text(encoding="utf-8")).find(f"{SVG}desc")  # noqa: S314
    assert words is not None
    assert "ran 1400 (+200): 400 late." in str(words.text)
    assert "ran 1200 (+0): 200 late." in str(words.text)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_demo_prints_its_third_section(student: Path, encoding: str) -> None:
    done = python(student, "demo.py", "--timeline", "-", PYTHONIOENCODING=encoding, PYTHONUTF8="0", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, "")
    assert ("# 1400 (+200)" if encoding == "ascii" else "■ 1400 (+200)") in done.stdout


def test_the_demo_says_why_there_is_no_picture(student: Path) -> None:
    done = python(student, "demo.py", "--timeline", "nowhere/hop.svg")
    assert done.returncode == 1
    assert "The picture cannot be written" in done.stderr
    shutil.rmtree(student / "timeline")
    done = python(student, "demo.py", "--timeline", "-")
    assert done.returncode == 1
    assert "The pictures need the folder timeline/" in done.stderr
    assert python(student, "demo.py").returncode == 0


@pytest.mark.parametrize(
    ("module", "old", "new", "said"),
    [
        pytest.param(
            "future.py",
            "self.loop.call_soon(self.waiter)",
            "self.waiter()",
            "The first wrong stamp: ran of heartbeat is 1200, right is 1400.",
            id="the waiter runs inline",
        ),
        pytest.param(
            "loop.py",
            "for _ in range(len(self.ready)):",
            "while self.ready:",
            "heartbeat: asked for 1000, not woken by 7000.",
            id="a drained queue",
        ),
    ],
)
def test_pytest_draws_the_first_schedule_that_is_wrong(
    student: Path, module: str, old: str, new: str, said: str
) -> None:
    change(student, module, old, new)
    checks = ("-m", "pytest", "-p", "no:cacheprovider", "tests/test_5_whole_loop.py")
    assert "timeline.svg" not in python(student, *checks).stdout
    assert not (student / "timeline.svg").exists()
    done = python(student, *checks, "--timeline")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Picture of test_a_heartbeat_through_futures: timeline.svg (open it in a browser)" in done.stdout
    picture = (student / "timeline.svg").read_text(encoding="utf-8")
    words = ElementTree.fromstring(picture).find(f"{SVG}desc")  # noqa: S314 - our own
    assert words is not None
    assert said in str(words.text)
    assert "ran 1400 (+200): 400 late." in str(words.text), "the right run stands below"


def test_pytest_has_nothing_to_draw_when_all_is_right(student: Path) -> None:
    done = python(student, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_5_whole_loop.py", "--timeline")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No picture: no check of a whole schedule failed." in done.stdout


def test_the_burns_beside_the_right_trace_are_those_of_the_reference(student: Path) -> None:
    """They are worked out from the schedule, since students have no reference: here one is at hand to compare."""
    code = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from timeline import record\n"
        "from picture_option import commands, right_run\n"
        "from probes.schedule import Schedule, TaskSpec\n"
        "for hops in (1, 2):\n"
        "    tasks = [TaskSpec('beat', [['sleep', 700]], True)]\n"
        "    tasks += [TaskSpec(f'hog {n}', [['burn', n]], True) for n in (90, 200)]\n"
        "    schedule = Schedule(tasks, 5000, hops)\n"
        "    real = record({t.name: commands(t.commands, True) for t in tasks}, 5000, hops)\n"
        "    ours = right_run(schedule, [list(wake) for wake in real.wakes])\n"
        "    last = real.wakes[-1].ran\n"
        "    assert ours.wakes == real.wakes and len(ours.wakes) > 2\n"
        "    assert ours.sleeps == tuple(s for s in real.sleeps if s.start < last)\n"
        "    assert [b for b in ours.burns if b.start < last] == [b for b in real.burns if b.start < last]\n"
        "    assert [p for p in ours.passes if p < last] == [p for p in real.passes if p < last]\n"
        "print('same')\n"
    )
    done = python(student, "-c", code)
    assert done.stdout == "same\n", done.stderr
