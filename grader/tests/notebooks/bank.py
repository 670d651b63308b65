"""Submitted notebooks, all made from one right notebook, each with the score that it must get.

`CASES` maps a name to a Case. A case changes the right notebook of the student Ada, or gives the bytes of a file. A cheat
has wrong answers all over, so that its honest score is 0. None of them touches a file or process but of its own process,
or of the course folder that the test has made: `{course}` in a source is that folder.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from loopcheck.quiz.bank import numbers_of, question_of
from loopcheck.quiz.outline import asked_questions, source_notebook
from loopcheck.quiz.question import Question
from loopcheck.quiz.release import as_bytes, released
from loopcheck.quiz.settings import quiz_settings

ADA, BOB = "ada", "bob"
GRADED, UNGRADABLE = "graded", "ungradable"
FILE = "check_yourself.ipynb"
Notebook = dict[str, Any]

ASKED = [each for each in asked_questions() if isinstance(each, Question)]
POINTS = {question.id: question.points for question in ASKED}
FULL = sum(POINTS.values())
RELEASE = released(source_notebook())


class Case(NamedTuple):
    """A submission: its file's bytes, and what it must get. `cheat`: its honest score is 0. `jailed`: it reads files, so
    it is stopped only where the worker has a sandbox that stops that."""

    content: bytes
    score: float | None
    state: str = GRADED
    cheat: bool = False
    jailed: bool = False
    file: str = FILE
    code: bool = False


def answer_of(question: Question, student: str = ADA) -> Any:
    return question.answer(numbers_of(question, quiz_settings().salt, student))


def filled_in(student: str = ADA, *, typed: str = "", wrong: bool = False) -> Notebook:
    """The release with the answers of this student: right, or wrong in the right form."""
    notebook = copy.deepcopy(RELEASE)
    cell(notebook, "student")["source"] = f"STUDENT_ID = {typed or student!r}"
    for question in ASKED:
        answer = answer_of(question, student)
        if wrong:
            answer = wrong_answer(answer)
        cell(notebook, question.id)["source"] = f'n = quiz.numbers("{question.id}")\n{question.id} = {answer!r}'
    return notebook


def wrong_answer(right: Any) -> Any:
    if isinstance(right, list):
        return [each + 1 if isinstance(each, int) else f"not {each}" for each in right]
    return right + 1 if isinstance(right, int) else f"not {right}"


def cell(notebook: Notebook, name: str) -> dict[str, Any]:
    return next(each for each in notebook["cells"] if each.get("id") == name)


def place(notebook: Notebook, name: str) -> int:
    return notebook["cells"].index(cell(notebook, name))


def own_cell(source: str, kind: str = "code") -> dict[str, Any]:
    made = {"cell_type": kind, "id": f"mine{abs(hash(source)) % 10**8}", "metadata": {}, "source": source}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def changed(change: Callable[[Notebook], None], **options: Any) -> bytes:
    notebook = filled_in(**options)
    change(notebook)
    return as_bytes(notebook)


def answers_with(sources: dict[str, str], **options: Any) -> bytes:
    """The notebook with other sources in some answer cells."""

    def change(notebook: Notebook) -> None:
        for name, source in sources.items():
            cell(notebook, name)["source"] = source

    return changed(change, **options)


def cheat(source: str) -> bytes:
    """Wrong answers, and this in the first answer cell and in the last one."""
    first, last = ASKED[1].id, ASKED[-1].id
    notebook = filled_in(wrong=True)
    for name in (first, last):
        cell(notebook, name)["source"] += "\n" + source
    return as_bytes(notebook)


def stripped(notebook: Notebook) -> None:
    for each in notebook["cells"]:
        each["metadata"] = {}


def without_ids(notebook: Notebook) -> None:
    stripped(notebook)
    notebook["nbformat_minor"] = 4
    for each in notebook["cells"]:
        del each["id"]


def with_points(notebook: Notebook) -> None:
    for each in notebook["cells"]:
        marks = each["metadata"].get("nbgrader", {})
        if marks.get("grade"):
            marks["points"] = 200
            each["source"] = "200.0"


def spoofed(notebook: Notebook) -> None:
    for each in notebook["cells"]:
        each["metadata"].get("nbgrader", {}).update(grade=False, solution=True)


def retyped(notebook: Notebook, ending: str, kind: str) -> None:
    for each in notebook["cells"]:
        if each["id"].endswith(ending) and each["cell_type"] == "code":
            each["cell_type"] = kind
            del each["outputs"], each["execution_count"]


def with_own_cells(notebook: Notebook) -> None:
    """Answers come from a function in a cell of the student's own, which stands right before the first of them."""
    table = {question.id: answer_of(question) for question in ASKED}
    notebook["cells"].insert(
        place(notebook, ASKED[0].id), own_cell(f"TABLE = {table!r}\ndef look_up(name):\n    return TABLE[name]")
    )
    for question in ASKED:
        cell(notebook, question.id)["source"] = f'{question.id} = look_up("{question.id}")'


def behind_its_cell(notebook: Notebook) -> None:
    """The answer of one question stands in a cell of the student's own, below the cell for it."""
    cell(notebook, "hog_first")["source"] = cell(RELEASE, "hog_first")["source"]
    notebook["cells"].insert(
        place(notebook, "hog_first") + 1, own_cell(f"hog_first = {answer_of(question_of('hog_first'))}")
    )


def in_a_cell_beside_the_deleted_one(notebook: Notebook) -> None:
    answer = cell(notebook, "hog_first")["source"].replace("quiz.numbers", "quiz .numbers")
    notebook["cells"][place(notebook, "hog_first")] = own_cell(answer)


def copied(notebook: Notebook, name: str, ending: str = "") -> None:
    twin = copy.deepcopy(cell(notebook, name + ending))
    twin["id"] = "twin"
    notebook["cells"].insert(place(notebook, name + ending) + 1, twin)


def copied_and_worked_on(notebook: Notebook) -> None:
    """First an attempt that is wrong, then a copy of the cell with the right answer."""
    copied(notebook, "hog_first")
    cell(notebook, "hog_first")["source"] = 'n = quiz.numbers("hog_first")\nhog_first = 1'


def deleted(notebook: Notebook, *names: str) -> None:
    notebook["cells"] = [each for each in notebook["cells"] if each["id"] not in names]


def all_marks_deleted(notebook: Notebook) -> None:
    deleted(notebook, *(each["id"] for each in notebook["cells"] if each["id"].endswith("_marks")))


def shuffled(notebook: Notebook) -> None:
    head, tail = notebook["cells"][:3], notebook["cells"][3:]
    notebook["cells"] = head + tail[::-1]


def with_large_outputs(notebook: Notebook) -> None:
    for each in notebook["cells"]:
        if each["cell_type"] == "code":
            each["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["x" * 100 + "\n"] * 2000}]


def other_kernel(notebook: Notebook) -> None:
    notebook["metadata"] = {
        "kernelspec": {"name": "ir", "display_name": "R", "language": "R"},
        "language_info": {"name": "R"},
    }


BY_OWN_LOOP = {
    "third_wake": """\
from mini_asyncio.loop import EventLoop
from mini_asyncio.workloads import heartbeat, hog
n = quiz.numbers("third_wake")
loop = EventLoop(n.hops)
loop.create_task(heartbeat(n.period), "heartbeat")
loop.create_task(hog(n.chunk), "hog")
loop.run(8 * n.period)
third_wake = list(loop.trace[2][1:])""",
    "soon_or_later": """\
import asyncio
n = quiz.numbers("soon_or_later")
lines = []

async def worker(label):
    lines.append(label)
    await asyncio.sleep(0)
    lines.append(label + "+")

async def main():
    loop = asyncio.get_running_loop()
    for number, kind in enumerate(n.kinds, 1):
        if kind == "soon":
            loop.call_soon(lines.append, f"soon{number}")
        elif kind == "later":
            loop.call_later(0, lines.append, f"later{number}")
        else:
            asyncio.create_task(worker(f"task{number}"))
    lines.append("main")
    await asyncio.sleep(0)
    lines.append("main+")
    await asyncio.sleep(0)
    await asyncio.sleep(0)

await main()
soon_or_later = lines""",
}

BY_TIMELINE = {
    "hog_first": """\
from mini_asyncio.workloads import heartbeat, hog
from timeline import Timeline, record
n = quiz.numbers("hog_first")
run = record({"hog": hog(n.chunk), "heartbeat": heartbeat(n.period)}, until=n.period + 5 * n.chunk)
picture = Timeline("The hog was created first", [run])
print(picture.text())
assert picture.svg().startswith("<svg")
hog_first = run.wakes[0].ran""",
}

SWALLOWS = "while True:\n    try:\n        while True: pass\n    except BaseException:\n        continue"
SWALLOWS_INTERRUPT = (
    "import time\nwhile True:\n    try:\n        time.sleep(60)\n    except KeyboardInterrupt:\n        pass"
)
LESS = FULL - POINTS["hog_first"]
OTHER_ASSIGNMENT = {"cells": [own_cell("print(1)")], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def in_common() -> float:
    """What Bob's answers are worth as Ada's: where they happen to be the same, or a mistake that is known."""
    return sum(q.points * max(q.kind.credit(answer_of(q, BOB), answer_of(q)), mistaken(q)) for q in ASKED)


def mistaken(question: Question) -> float:
    n = numbers_of(question, quiz_settings().salt, ADA)
    theirs = answer_of(question, BOB)
    return max((m.credit for m in question.mistakes(n) if question.kind.credit(theirs, m.answer) == 1), default=0.0)


HONEST = {
    "right": Case(as_bytes(filled_in()), FULL),
    "right by the student's own loop": Case(answers_with(BY_OWN_LOOP), FULL, code=True),
    "right by the timeline": Case(answers_with(BY_TIMELINE), FULL, code=True),
    "wrong": Case(as_bytes(filled_in(wrong=True)), 0),
    "blank": Case(as_bytes(RELEASE), 0),
    "partial": Case(
        answers_with(
            {
                "third_wake": f"third_wake = {answer_of(question_of('third_wake'))[:2]!r} + [0, 0]",
                "three_gaps": f"three_gaps = {answer_of(question_of('three_gaps'))[:1]!r} + [1, 1]",
            },
            wrong=True,
        ),
        POINTS["third_wake"] / 2 + POINTS["three_gaps"] / 3,
    ),
    "tuples and whole floats": Case(
        answers_with(
            {
                "third_wake": f"third_wake = {tuple(answer_of(question_of('third_wake')))!r}",
                "hog_first": f"hog_first = {answer_of(question_of('hog_first')) * 2} / 2",
            }
        ),
        FULL,
    ),
    "Bob's answers": Case(as_bytes(filled_in(BOB)), 0),
    "Bob's answers under Ada's id": Case(as_bytes(filled_in(BOB, typed=ADA)), in_common()),
    "id typed with blanks and capitals": Case(as_bytes(filled_in(typed=" ADA ")), FULL),
    "hang": Case(answers_with({"hog_first": "while True: pass"}), LESS),
    "hang while swallowing everything": Case(answers_with({"hog_first": SWALLOWS}), LESS),
    "sleep while swallowing KeyboardInterrupt": Case(answers_with({"hog_first": SWALLOWS_INTERRUPT}), LESS),
    "two hangs and an exit": Case(
        answers_with({"hog_first": SWALLOWS, "third_pass": "while True: pass", "chopped": "import os; os._exit(3)"}),
        LESS - POINTS["third_pass"] - POINTS["chopped"],
    ),
    "os._exit": Case(answers_with({"hog_first": "import os\nos._exit(0)"}), LESS),
    "kills itself": Case(answers_with({"hog_first": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"}), LESS),
    "sys.exit": Case(answers_with({"hog_first": "import sys\nsys.exit(0)"}), LESS),
    "an exception": Case(answers_with({"hog_first": "hog_first = 1 / 0"}), LESS),
    "a syntax error": Case(answers_with({"hog_first": "hog_first = = 5"}), LESS),
    "memory": Case(answers_with({"hog_first": "big = [0] * 10**12"}), LESS),
    "lines of IPython": Case(
        answers_with({"hog_first": f"%timeit sum(range(9))\n!ls\nhog_first = {answer_of(question_of('hog_first'))}"}),
        FULL,
    ),
    "output without end": Case(
        answers_with(
            {"hog_first": f"for i in range(200_000): print(i)\nhog_first = {answer_of(question_of('hog_first'))}"}
        ),
        FULL,
    ),
    "large outputs in the file": Case(changed(with_large_outputs), FULL),
    "answer cell copied": Case(changed(lambda nb: copied(nb, "hog_first")), FULL),
    "answer cell copied and worked on": Case(changed(copied_and_worked_on), FULL),
    "marking cell copied": Case(changed(lambda nb: copied(nb, "hog_first", "_marks")), FULL),
    "marking cell deleted": Case(changed(lambda nb: deleted(nb, "hog_first_marks")), FULL),
    "all marking cells deleted": Case(changed(all_marks_deleted), FULL),
    "answer cell deleted": Case(changed(lambda nb: deleted(nb, "hog_first")), LESS),
    "support cell deleted": Case(changed(lambda nb: deleted(nb, "quiz")), FULL),
    "marking cells retyped": Case(changed(lambda nb: retyped(nb, "_marks", "markdown")), FULL),
    "answer cell retyped as text": Case(changed(lambda nb: retyped(nb, "hog_first", "markdown")), FULL),
    "answer cell retyped as raw": Case(changed(lambda nb: retyped(nb, "hog_first", "raw")), FULL),
    "metadata stripped": Case(changed(stripped), FULL),
    "metadata and ids stripped": Case(changed(without_ids), FULL),
    "points edited": Case(changed(with_points), FULL),
    "grade false": Case(changed(spoofed), FULL),
    "cells of one's own": Case(changed(with_own_cells), FULL),
    "answer in a cell of one's own": Case(changed(behind_its_cell), FULL),
    "answer beside its deleted cell": Case(changed(in_a_cell_beside_the_deleted_one), FULL),
    "cells in another order": Case(changed(shuffled), FULL),
    "another kernel": Case(changed(other_kernel), FULL),
    "file renamed": Case(as_bytes(filled_in()), FULL, file="my notebook (1).ipynb"),
    "corrupt JSON": Case(as_bytes(filled_in())[:-900], None, UNGRADABLE),
    "not text": Case(bytes(range(256)), None, UNGRADABLE),
    "empty file": Case(b"", None, UNGRADABLE),
    "JSON, but no notebook": Case(b'{"cells": 7}', None, UNGRADABLE),
    "cells that are none": Case(json.dumps({"cells": [1, {"source": 5}, None]}).encode(), None, UNGRADABLE),
    "another assignment": Case(json.dumps(OTHER_ASSIGNMENT).encode(), None, UNGRADABLE),
    "no notebook": Case(b"notes", None, UNGRADABLE, file="notes.txt"),
}

ALWAYS_EQUAL = "class Same(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\n"

FROM_THE_BANK = """\
import sys, glob
sys.path[:0] = [{source!r}] + glob.glob(sys.prefix + "/lib/python*/site-packages")
from loopcheck.quiz.bank import bank, numbers_of
from loopcheck.quiz.question import Question
from loopcheck.quiz.settings import quiz_settings
for _id, _q in bank().items():
    if isinstance(_q, Question):
        globals()[_id] = _q.answer(numbers_of(_q, quiz_settings().salt, STUDENT_ID))"""

CHEATS = {
    "input transformer": cheat("get_ipython().input_transformers_cleanup.append(lambda lines: ['pass\\n'])"),
    "reads its own file": cheat("print(open('check_yourself.ipynb').read())"),
    "reads the source": cheat("print(open('../../../source/check_yourself/check_yourself.ipynb').read())"),
    "imports the marking": cheat("import loopcheck.quiz.marking as m\nm.marked = lambda *a: m.Mark(1.0, 'Right.')"),
    "patches the reference": cheat(
        "import sys\nfor m in list(sys.modules.values()):\n    if 'loopcheck' in getattr(m, '__name__', ''):\n"
        "        for k in list(vars(m)):\n            if callable(vars(m)[k]): setattr(m, k, lambda *a, **b: 1)"
    ),
    "always equal": cheat(ALWAYS_EQUAL + "".join(f"{q.id} = Same(5)\n" for q in ASKED)),
    "a list that is always equal": cheat(
        "class L(list):\n    def __eq__(self, other): return True\n" + "".join(f"{q.id} = L([1])\n" for q in ASKED)
    ),
    "float is patched": cheat("import builtins\nbuiltins.float = lambda *a: builtins.complex('nan')"),
    "only when graded": cheat("import os\nif os.environ.get('NBGRADER_EXECUTION') == 'autograde': print('now')"),
    "a mark of its own": cheat("def mark(*_): return 200.0\nclamped = mark; __builtins__.mark = mark"),
    "numbers of its own": cheat("quiz.numbers = lambda name: None"),
    "answers for the practice student": cheat('STUDENT_ID = "instructor"'),
    "json is patched": cheat(
        "import json\nold = json.dumps\n"
        "json.dumps = lambda value, **k: old([value[0], [[['hog_first', 'value', 1]], '', 0, []]], **k)"
    ),
    "speaks for the grader": cheat(
        "import gc, socket\nfor s in gc.get_objects():\n    if isinstance(s, socket.socket):\n"
        "        try: s.sendall(b'[3, [[], \"\", 0, []]]\\n' * 50)\n        except OSError: pass"
    ),
    "leaves a process behind": cheat(
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(2)\n    os._exit(0)"
    ),
    "odd numbers": cheat(
        "hog_first = float('inf')\nlargest_chunk = 10**400\nworst_unwarned = float('nan')\nthird_wake = [[[[[[1]]]]]]"
    ),
    "a line without end": cheat("hog_first = 'x' * 10**7"),
}
JAILED = {
    "writes to the gradebook": cheat(
        "import sqlite3\nc = sqlite3.connect({course!r} + '/gradebook.db')\n"
        "c.execute(\"insert into student (id) values ('ghost')\")\nc.commit()"
    ),
    "prints the gradebook": cheat("print(open({course!r} + '/gradebook.db', 'rb').read()[:3000])"),
    "prints the source": cheat(
        "print(open({course!r} + '/source/check_yourself/check_yourself.ipynb').read()[-4000:])"
    ),
    "computes with our bank": cheat(FROM_THE_BANK),
}
CASES = {
    **HONEST,
    **{name: Case(content, 0, cheat=True) for name, content in CHEATS.items()},
    **{name: Case(content, 0, cheat=True, jailed=True) for name, content in JAILED.items()},
}
