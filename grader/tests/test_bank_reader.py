"""The reader of the bank: what a file replaces, what it adds, where that stands in the module, and what is refused."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from loopcheck.authoring.bank import Entry, read_bank, read_entry
from loopcheck.course import CourseError, course_files, load_course

COURSE = load_course()
REFERENCE = course_files().package_sources(COURSE)
IDEA = '"""An idea."""\n'


def read(folder: Path, text: str) -> Entry:
    path = folder / "idea.py"
    path.write_text(IDEA + dedent(text), encoding="utf-8")
    return read_entry(path, COURSE, REFERENCE)


def names(entry: Entry, module: str, cls: str = "") -> list[str]:
    """What stands in a module, or in a class of it: the name of a function or class, the first line of anything else."""
    body: list[ast.stmt] = ast.parse(entry.sources[module]).body
    if cls:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == cls)
    return [getattr(node, "name", None) or ast.unparse(node).splitlines()[0] for node in body]


def test_a_function_is_replaced_and_the_rest_is_the_reference(tmp_path: Path) -> None:
    entry = read(tmp_path, "class EventLoop:\n    def run_once(self):\n        self.mine = 1\n")
    assert (entry.name, entry.idea, entry.fails) == ("idea", "An idea.", frozenset())
    assert {name for name in REFERENCE if entry.sources[name] != REFERENCE[name]} == {"loop.py"}
    source = entry.sources["loop.py"].decode()
    assert "self.mine = 1" in source
    assert "heappop" not in source
    assert names(entry, "loop.py", "EventLoop").count("run_once") == 1
    assert "call_later" in names(entry, "loop.py", "EventLoop")


def test_functions_and_attributes_are_added(tmp_path: Path) -> None:
    entry = read(
        tmp_path,
        """
        class Future:
            __slots__ = ("loop", "done", "_waiter")

            @property
            def waiter(self): ...

            @waiter.setter
            def waiter(self, value): ...
        """,
    )
    members = names(entry, "future.py", "Future")
    assert members[-3:] == ["__slots__ = ('loop', 'done', '_waiter')", "waiter", "waiter"]
    assert {"__init__", "set_result"} <= set(members)


def test_what_stands_in_front_and_behind_stays_there(tmp_path: Path) -> None:
    entry = read(
        tmp_path,
        """
        from __future__ import annotations
        import bisect

        class Helper: ...

        class EventLoop:
            del run_once

        def one_pass(loop): ...

        EventLoop.run_once = one_pass
        """,
    )
    found = names(entry, "loop.py")
    assert found[1] == "from __future__ import annotations"
    at = found.index("EventLoop")
    assert found[at - 2 :] == ["import bisect", "Helper", "EventLoop", "one_pass", "EventLoop.run_once = one_pass"]
    assert "run_once" not in names(entry, "loop.py", "EventLoop")
    compile(entry.sources["loop.py"], "loop.py", "exec")


def test_bases_keywords_and_decorators_are_taken_over(tmp_path: Path) -> None:
    entry = read(tmp_path, "class Meta(type): ...\n@str\nclass Task(list, metaclass=Meta):\n    pass\n")
    node = next(
        node
        for node in ast.parse(entry.sources["task.py"]).body
        if isinstance(node, ast.ClassDef) and node.name == "Task"
    )
    assert [ast.unparse(part) for part in (*node.bases, *node.keywords, *node.decorator_list)] == [
        "list",
        "metaclass=Meta",
        "str",
    ]
    assert "step" in names(entry, "task.py", "Task")


def test_several_classes_share_what_stands_beside_them(tmp_path: Path) -> None:
    entry = read(
        tmp_path,
        """
        from .future import Future
        from .trace import Wake

        class Future:
            first = 1

        class Task:
            second = 2
        """,
    )
    assert "from .trace import Wake" in names(entry, "future.py")
    assert "from .future import Future" not in names(entry, "future.py"), "a module does not import from itself"
    assert names(entry, "task.py").count("from .future import Future") == 2
    assert "first = 1" in names(entry, "future.py", "Future")
    assert "Future" not in names(entry, "task.py")
    assert "second = 2" in names(entry, "task.py", "Task")


def test_the_failing_checks_are_read_and_left_out(tmp_path: Path) -> None:
    entry = read(tmp_path, 'FAILS = {"a", "b"}\nclass Task:\n    def step(self): ...\n')
    assert entry.fails == {"a", "b"}
    assert b"FAILS" not in entry.sources["task.py"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("class Task(:\n", "invalid syntax"),
        ("class Loop:\n    def step(self): ...\n", "it replaces nothing; name a class EventLoop, Future, Task"),
        ("FAILS = some()\nclass Task:\n    x = 1\n", "FAILS must be a set of names"),
        ("class Task:\n    del walk\n", "Task of the reference has no function walk to delete"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_file_and_the_reason(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(CourseError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'idea.py'}: ")
    assert complaint in str(caught.value)


def test_a_file_without_an_idea_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "silent.py"
    path.write_text("class Task:\n    x = 1\n", encoding="utf-8")
    with pytest.raises(CourseError, match="the docstring with the idea is missing"):
        read_entry(path, COURSE, REFERENCE)


def test_a_folder_is_read_by_name(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.py").write_text(f"{IDEA}class Task:\n    x = '{name}'\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a solution", encoding="utf-8")
    assert [entry.name for entry in read_bank(tmp_path, COURSE, REFERENCE)] == ["a", "b"]
