"""The bytes of a module as text, and what is odd about them.

What must stay true: nothing here decides whether a module is right. Python does that when it compiles the module; a
note only says beforehand, in plain words, what Python will say in its own.
"""

import re

UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")

_COOKIE = re.compile(rb"^[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\r|\n")
"""Where Python ends a line. `str.splitlines` also splits at form feeds and the like, and would count wrong."""


def normalised(data: bytes) -> bytes:
    """The same for files that differ in line endings, a byte order mark or empty lines at the end."""
    return data.removeprefix(UTF8_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n")


def as_text(data: bytes) -> str:
    """The text of a module for looking at, whatever its encoding; bytes that fit nowhere become U+FFFD."""
    if data.startswith(UTF16_BOMS):
        return data.decode("utf-16", "replace")
    return data.removeprefix(UTF8_BOM).decode("utf-8", "replace")


def lines_of(text: str) -> list[str]:
    """The lines as Python counts them."""
    return _LINE_END.split(text)


def is_text(data: bytes) -> bool:
    """Whether it can be read as a module's text at all, be it in UTF-16."""
    return data.startswith(UTF16_BOMS) or (b"\0" not in data and _is_decodable(data))


def note_on(name: str, data: bytes) -> str:
    """What is odd about the bytes of a module, as a sentence; empty when nothing is. (Line endings of Windows and a
    UTF-8 byte order mark are in order: Python reads them.)"""
    if not data.strip():
        return f"{name} is empty"
    if data.startswith(UTF16_BOMS):
        return f"{name} is UTF-16 text, as some Windows editors save it; Python reads UTF-8: save it as UTF-8"
    if b"\0" in data:
        return f"{name} is no text file (it holds NUL bytes), so Python cannot read it: save it again from your editor"
    if not _is_decodable(data):
        line = len(lines_of(data[: _first_bad_byte(data)].decode("utf-8", "replace")))
        return f"{name} line {line} holds a byte that is not UTF-8, so Python cannot read it: save the file as UTF-8"
    conflict = _CONFLICT.search(text := as_text(data))
    if conflict:
        line = len(lines_of(text[: conflict.start()]))
        return f"{name} line {line} is a leftover of a Git merge ({conflict[1]}): settle the merge and remove the line"
    return ""


def _is_decodable(data: bytes) -> bool:
    """UTF-8, or declared to be something else on the first two lines; whether that is true is Python's to find out."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        head = b"\n".join(normalised(data[:2000]).split(b"\n")[:2])
        declared = _COOKIE.search(head)
        return declared is not None and not declared[1].lower().replace(b"_", b"-").startswith(b"utf-8")
    return True


def _first_bad_byte(data: bytes) -> int:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(data)
