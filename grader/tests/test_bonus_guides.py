"""The pages of the bonus exercises in the study guide, whichever there are: every figure and order is what a run gives.

How a page is proven, `guide_support.py` says. The runs of these pages are experiments of their exercises, on the reference:

    <!-- try NAME: EXPERIMENT {its arguments} -->    a run of the page's own; the published ones are pinned-1, pinned-2, ...
    <!-- shown: rows NAME, 2 columns -->             what it noted; without a number, all of it
    <!-- shown: printed 1 -->                        what the first program behind a `<!-- run -->` prints
    <!-- shown: table HEAD | words, words | title: NAME, title: NAME -->
                                                     a row per run, a column for what is noted behind these words

No exercise is known here by name: a page is tested by lying in its place.
"""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from loopcheck.authoring.build import generate
from loopcheck.course import Exercise, course_files, load_course
from loopcheck.probes.bonus import Experiment, row_lines, run_experiment
from loopcheck.probes.plain import Plain
from loopcheck.suite.expected import PACKAGE, load_reference

from .guide_support import MARK, OF_THE_LOOP, ROOT, SHOWN, TO_RUN, Figures, block, current, unproven, wrong_figures

COURSE = load_course().with_all_bonus()
BONUS = {exercise.id: exercise for exercise in COURSE.bonus}
TRY = re.compile(r"<!-- try ([\w-]+): (\w+) (\{[^>]*\}) -->")

INSTRUCTOR = ROOT / "instructor" / "bonus_exercises.md"

load_reference(course_files(), load_course())


@dataclass(frozen=True)
class Page:
    """The page of one exercise."""

    unit: str
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def runs(self) -> dict[str, Experiment]:
        """The page's own runs, and the published ones."""
        programs = importlib.import_module(f"loopcheck.suite.bonus.programs_{self.unit}")
        published = programs.pinned(Random(0)) if hasattr(programs, "pinned") else []
        own = {name: Experiment(self.unit, what, json.loads(args)) for name, what, args in TRY.findall(self.text)}
        return own | {f"pinned-{number}": experiment for number, experiment in enumerate(published, 1)}

    def rows(self, run: str) -> list[list[Plain]]:
        return _rows(self.unit, self.runs[run].name, json.dumps(self.runs[run].args))

    def noted(self, run: str, words: str) -> str:
        """What stands behind these words in the first line that begins with them."""
        return next(
            line.removeprefix(f"{words} ") for line in row_lines(self.rows(run)) if line.startswith(f"{words} ")
        )

    @property
    def figures(self) -> Figures:
        return {
            **OF_THE_LOOP,
            "noted": self.noted,
            "sum": lambda run, *words: sum(int(self.noted(run, each)) for each in words),
            "less": lambda more, less, words: int(self.noted(more, words)) - int(self.noted(less, words)),
            "order": lambda run, *names: " ".join(str(row[0]) for row in self.rows(run) if row[0] in names),
        }

    def shown(self, what: str) -> str:
        """The block of Markdown that a mark stands in front of."""
        kind, _, of = what.partition(" ")
        if kind == "table":
            return self.table(*(part.strip() for part in of.split("|")))
        if kind == "printed":
            return block(printed(TO_RUN.findall(self.text)[int(of) - 1][1]))
        run, _, columns = of.partition(", ")
        width = int(columns.partition(" ")[0]) if columns else None
        return block("\n".join(row_lines([row[:width] for row in self.rows(run)])))

    def table(self, head: str, words: str, runs: str) -> str:
        columns = [each.strip() for each in words.split(",")]
        lines = [[head, *columns]]
        for each in runs.split(","):
            title, run = (part.strip() for part in each.split(":"))
            lines.append([title, *(self.noted(run, column) for column in columns)])
        first, *rest = (f"| {' | '.join(cells)} |\n" for cells in lines)
        return "".join([first, "|---" * len(lines[0]), "|\n", *rest])


@cache
def _rows(unit: str, name: str, args: str) -> list[list[Plain]]:
    facts = run_experiment(Experiment(unit, name, json.loads(args)), PACKAGE)
    assert (facts.raised, facts.runaway) == ([], [])
    return facts.rows


@cache
def printed(program: str) -> str:
    """What a program prints on this Python's own asyncio."""
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, capture_output=True, check=True, timeout=60, text=True).stdout


def page_of(exercise: Exercise) -> Page:
    return Page(exercise.id, ROOT / "exercises" / exercise.folder / "GUIDE.md")


PAGES = [pytest.param(page_of(exercise), id=exercise.id) for exercise in COURSE.bonus]


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_and_order_is_what_a_run_gives(page: Page) -> None:
    assert wrong_figures(page.text, page.figures) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_number_and_order_says_which_run_it_came_from(page: Page) -> None:
    assert unproven(page.text) == []
    blocks = [what for _, what in SHOWN.findall(page.text) if what.startswith("`")]
    assert page.text.count("```") == 2 * (len(blocks) + len(TO_RUN.findall(page.text))), (
        "a block that no run has printed"
    )


@pytest.mark.parametrize("page", PAGES)
def test_what_is_shown_is_current(page: Page) -> None:
    assert current(page.path, page.shown) == page.text


@pytest.mark.parametrize("page", PAGES)
def test_what_is_wrong_is_noticed(page: Page) -> None:
    figure = next(iter(MARK.finditer(page.text)), None)
    if figure:
        stale = page.text.replace(figure[0], f"987<!--{figure[2]}({figure[3]})-->")
        assert len(wrong_figures(stale, page.figures)) >= 1
    assert unproven(f"{page.text}\nNow 987 and `one two three`.\n")[-2:] != []
    [shown, *_] = SHOWN.finditer(page.text)
    assert page.shown(shown[1]) != block("something else")


@pytest.mark.parametrize("page", PAGES)
def test_it_is_read_in_some_minutes(page: Page) -> None:
    prose = re.sub(r"<!--.*?-->|```.*?```", "", page.text, flags=re.DOTALL)
    assert 100 < len(prose.split()) < 1000
    assert prose.count("**Predict") >= 1
    assert max(map(len, re.sub(r"<!--.*?-->", "", page.text, flags=re.DOTALL).splitlines())) <= 130


@pytest.mark.parametrize("exercise", COURSE.bonus, ids=BONUS)
def test_students_get_it_with_the_exercise_and_without_the_marks(exercise: Exercise) -> None:
    name = f"exercises/{exercise.folder}/GUIDE.md"
    files = {file.path: file.content.decode() for file in generate(ROOT, load_course().with_bonus(exercise.id))}
    assert "<!--" not in files[name]
    assert files[name].startswith("# Study guide")
    assert "](GUIDE.md)" in files[f"exercises/{exercise.folder}/README.md"]
    assert name not in {file.path for file in generate(ROOT, load_course().with_bonus())}


@pytest.mark.parametrize("exercise", COURSE.bonus, ids=BONUS)
def test_the_instructors_page_leads_to_it(exercise: Exercise) -> None:
    assert f"](../exercises/{exercise.folder}/GUIDE.md)" in INSTRUCTOR.read_text(encoding="utf-8")
