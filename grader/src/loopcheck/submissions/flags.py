"""Lines of a submission that mention the interpreter's internals, for the instructor to look at.

A flag is no verdict and never costs a point: there are good reasons to write `import sys`. It is a search for names in
the text, so comments, docstrings and strings count too, and a name that is put together at run time is not found.
"""

import re
import unicodedata
from collections.abc import Mapping

from .text import as_text, lines_of

MOST = 20

# Modules that reach out of the program or into the interpreter; other people's frames and objects; code from text.
NAMES = """
_thread atexit builtins ctypes faulthandler gc importlib inspect loopcheck marshal mmap multiprocessing os pickle
posix probes resource shutil signal socket subprocess sys tempfile threading traceback tracemalloc
_getframe cr_frame f_back f_builtins f_code f_globals f_locals gi_frame gi_yieldfrom tb_frame tb_next
__builtins__ __closure__ __code__ __globals__ __import__ __loader__ __main__ __mro__ __spec__ __subclasses__
compile eval exec globals
"""

_WORD = re.compile(r"\w+")
_NAME = re.compile(rf"(?<!\w)(?:{'|'.join(NAMES.split())}|open(?=[ \t]*\())(?!\w)")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def flags_of(modules: Mapping[str, bytes]) -> tuple[str, ...]:
    """ "task.py line 3: sys", at most `MOST` of them, each name once per line."""
    found = [
        flag for name in sorted(modules) for flag in _flags_of_module(name, _as_python_reads(as_text(modules[name])))
    ]
    if len(found) > MOST:
        return (*found[: MOST - 1], f"and {len(found) - MOST + 1} more")
    return tuple(found)


def _flags_of_module(name: str, text: str) -> list[str]:
    if {"open", *NAMES.split()}.isdisjoint(_WORD.findall(text)):
        return []  # nearly every module: the look at each line is ten times as slow
    return [
        f"{name} line {number}: {word}"
        for number, line in enumerate(lines_of(text), 1)
        for word in dict.fromkeys(_NAME.findall(line))
    ]


def _as_python_reads(text: str) -> str:
    """Python takes a wide letter in a name for the plain one. One character at a time, so that it stays linear."""
    return _NOT_ASCII.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
