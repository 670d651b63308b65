"""What a submission can take of the grader's time, and of the room in its results."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from loopcheck.grading import Grader, GraderSettings
from loopcheck.interview import MOST_SECONDS, Interview, Patience, Question
from loopcheck.probes import plain
from loopcheck.results import Outcome, Run, encode
from loopcheck.submissions.model import Source
from loopcheck.worker.host import Reply, Worker
from loopcheck.worker.protocol import decode_answer

from . import trust_support as support

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loopcheck.worker.deadline import Deadline
    from loopcheck.worker.protocol import Request


HOSTILE = Path(__file__).with_name("hostile")
FACTS = '[["beat",1,2,3,4]],5,[1,1],[],null,[],[]'


class SlowWorker(Worker):
    """Every child answers one question and takes three seconds for it, by a clock that nobody has to wait for."""

    asked = 0

    def ask(self, request: Request, deadline: Deadline | None) -> Reply:  # noqa: ARG002 - the method of a worker
        self.asked += 1
        number = request.probes[0][0]
        facts = decode_answer(f"[{number},[{FACTS}]]".encode(), dict(request.probes))[1]
        return Reply({number: facts}, imported=True, end="it is slow", seconds=0.1, taken=3.0)  # type: ignore[dict-item]


def test_a_submission_that_answers_slowly_for_ever_is_given_up() -> None:
    worker = SlowWorker("fork", b"")
    patience = Patience(100.0, 100.0, ends_per_exercise=1000, seconds_per_part=100.0)
    interview = Interview(worker, "mini_asyncio", {}, lambda: None, patience)
    questions = [Question(number, "an exercise", support.BEAT, support.BEAT) for number in range(30)]
    answers = interview.answers(support.LOOP, range(30), questions)
    reasons = {getattr(answer, "reason", "") for answer in answers}
    assert any("used up the time that a submission has" in reason for reason in reasons)
    assert worker.asked <= 6


class GreedyWorker(SlowWorker):
    """Every child answers one question, at once, with three megabytes."""

    def ask(self, request: Request, deadline: Deadline | None) -> Reply:
        return replace(super().ask(request, deadline), taken=0.0, size=3 * 1024 * 1024)


def test_a_submission_that_answers_too_much_is_given_up() -> None:
    worker = GreedyWorker("fork", b"")
    patience = Patience(100.0, 100.0, ends_per_exercise=1000, seconds_per_part=100.0)
    interview = Interview(worker, "mini_asyncio", {}, lambda: None, patience)
    questions = [Question(number, "an exercise", support.BEAT, support.BEAT) for number in range(30)]
    answers = interview.answers(support.LOOP, range(30), questions)
    assert any("used up the room that a submission has" in getattr(answer, "reason", "") for answer in answers)
    assert worker.asked <= 6


def test_what_judging_costs_counts_against_the_time_of_a_submission() -> None:
    patience = Patience(100.0, 100.0)
    assert not patience.lost("a setting", "an exercise")
    patience.began -= patience.most_seconds
    assert "used up the time that a submission has" in patience.lost("a setting", "an exercise")


def test_no_more_than_the_beginning_of_a_message_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    real = plain.re.sub

    def counting(pattern: str, new: str, text: str) -> str:
        seen.append(len(text))
        return real(pattern, new, text)

    monkeypatch.setattr(plain.re, "sub", counting)
    kind, message, *_ = plain.plain_error(ValueError("at 0x7f3a5c0d1e20: " + "0x" * 10**6))
    assert (kind, message[:12], len(message)) == ("ValueError", "at 0x…: 0x0x", plain.LONGEST_MESSAGE)
    assert max(seen) < 1000


@pytest.mark.parametrize("text", ["\udc80" * 300, "x" * 300, "é" * 300, "\U0001f600" * 300])
def test_any_text_is_short_enough_to_be_read(text: str) -> None:
    assert len(str(plain.plain(text))) <= plain.LONGEST
    error = plain.plain_error(type(text.encode("utf-8", "replace").decode()[:100], (ValueError,), {})(text))
    assert [len(str(value)) <= most for value, most in zip(error, (64, 120, 64, 64, 120), strict=True)] == [True] * 5


FORGER = """
import gc, os, socket, sys
channel = next(o for o in gc.get_objects() if isinstance(o, socket.socket) and o.fileno() > 2)
frame = sys._getframe()
while "request" not in frame.f_locals:
    frame = frame.f_back
channel.sendall(b"[-1,[]]\\n")
text = '"' + "x" * 64 + '"'
row = "[" + ",".join([text] * 8) + "]"
rows = "[" + ",".join([row] * 400) + "]"
event = '["ran",' + text + ',0,1,null]'
log = "[" + ",".join([event] * 400) + "]"
for number, kind, probe in frame.f_locals["request"]["probes"]:
    facts = rows + ",0,[],[],null,[],[]" if kind == "schedule" else log + ",[" + rows + "],[0],[],[],0"
    channel.sendall(("[%d,[%s]]\\n" % (number, facts)).encode())
os._exit(0)
"""


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    with Grader(GraderSettings(seed=20)) as grader:
        yield grader


def test_the_results_of_a_forger_stay_small(grader: Grader) -> None:
    result, _ = grader.grade(Source("forger", dict.fromkeys(support.COURSE.edit, FORGER.encode())))
    assert result.score == 0
    shown = [check for check in result.checks if "x" * 64 in check.detail]
    assert len(shown) > 10, "what was forged is not in the result, so this test has shown nothing"
    assert not [check for check in result.checks if check.outcome is Outcome.GRADER_ERROR]
    run = Run(suite="s", python="3", sandbox=result.sandbox, seed=20, submissions=(result,))
    assert len(encode(run)) < 1_000_000


EMPTY, TEXTS = '["[]"] * 3500', "[text] * 3500"
MANY_CLOCKS = FORGER.replace('[" + rows + "],[0]', f'[" + ",".join({EMPTY}) + "],[" + ",".join({TEXTS}) + "]')


@pytest.mark.parametrize("forger", ["many clocks", "as large as allowed"])
def test_the_largest_answers_cost_little(grader: Grader, forger: str) -> None:
    code = MANY_CLOCKS if forger == "many clocks" else (HOSTILE / "answers_as_large_as_allowed.py").read_text()
    began = time.process_time()
    result, _ = grader.grade(Source("forger", dict.fromkeys(support.COURSE.edit, code.encode())))
    assert time.process_time() - began < 2 * MOST_SECONDS
    assert (result.score, len(result.checks)) == (0, sum(len(each.points) for each in support.COURSE.exercises))
    assert not [check for check in result.checks if check.outcome is Outcome.GRADER_ERROR]
    run = Run(suite="s", python="3", sandbox=result.sandbox, seed=20, submissions=(result,))
    assert len(encode(run)) < 1_000_000


def test_what_is_read_does_not_depend_on_what_was_on_the_disk_later(grader: Grader) -> None:
    """The provided modules are read once: what happened to the files later is nobody's business."""
    first, second = (grader.interview(Source("x", {})).sources for _ in range(2))
    assert first == second
    assert all(first[name] is second[name] for name in first)
