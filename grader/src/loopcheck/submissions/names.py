"""File names as text that can be shown, stored and compared.

A name on the disk may hold newlines, terminal codes, or bytes that are no UTF-8. What leaves here is valid text on one
line, and what could not stay is still visible, as an escape.
"""

import unicodedata
from collections.abc import Iterable, Sequence

HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co"})
"""Controls, invisible format characters (they can reverse a line), surrogates, line separators, unassigned."""


def visible(name: str) -> str:
    """`name` in composed form (macOS takes umlauts apart), with everything that does not print as an escape."""
    return "".join(map(_visible_character, unicodedata.normalize("NFC", name)))


def _visible_character(character: str) -> str:
    if unicodedata.category(character) not in HIDDEN_CATEGORIES:
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")


def unique_ids(names: Iterable[str]) -> list[str]:
    """The visible form of each name; where two fall together, the later ones get a number. A name that is visible as it is
    keeps it: nobody can take it from its owner by a name that only looks the same."""
    given = [(name, _visible_edges(visible(name))) for name in names]
    taken: set[str] = set()
    ids: dict[int, str] = {}
    for place in sorted(range(len(given)), key=lambda place: given[place][0] != given[place][1]):
        shown = candidate = given[place][1]
        number = 1
        while candidate in taken:
            number += 1
            candidate = f"{shown} ({number})"
        taken.add(candidate)
        ids[place] = candidate
    return [ids[place] for place in range(len(given))]


def _visible_edges(name: str) -> str:
    """Blanks around it as escapes: whoever reads a table takes them away, and " ada" would become "ada", who is another."""
    inner = name.strip()
    if inner == name:
        return name
    start = name.index(inner)
    before, after = name[:start], name[start + len(inner) :]
    return f"{_escaped(before)}{inner}{_escaped(after)}"


def _escaped(blanks: str) -> str:
    return "".join(f"\\x{ord(blank):02x}" if ord(blank) < 256 else f"\\u{ord(blank):04x}" for blank in blanks)


def listing(names: Sequence[str], most: int = 5) -> str:
    """The first `most` names, and how many there are beyond: "a.py, b.py and 7 more"."""
    shown = ", ".join(map(visible, names[:most]))
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def words(names: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else "".join(names)
