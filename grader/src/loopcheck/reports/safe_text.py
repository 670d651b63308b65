"""Text that a student controls, made safe for the place where it is shown.

Folder names, exception messages and whatever a submission says may hold anything: escape sequences that rewrite the
terminal, formulas that a spreadsheet runs, HTML, commands that a GitHub runner obeys. What must stay true: whatever
goes in, nothing comes out that its reader would act on, nothing is dropped in silence, and every result can be
encoded as UTF-8. The tables of hidden characters are written out here, so that no Unicode version changes a report.
"""

from __future__ import annotations

import re

# Characters that act instead of being seen: control codes, bidirectional marks, zero-width and tag characters, line and
# paragraph separators, lone surrogates. The joiners U+200C and U+200D stay: Persian names and emoji are made with them.
_HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_TAB = "    "

# `::notice::` at the start of a line is a command for a GitHub runner, `##[...]` and `##vso[...]` are older spellings.
# Folding a long line may put any `::` at a start, so none survives.
_COLON_PAIR = re.compile(r":(?=:)")
_HASH_COMMAND = re.compile(r"##(?=\w*\[)")

# A cell that is a formula in a spreadsheet. The second place is the start of a line or the text after a separator of
# another locale: a German spreadsheet splits a comma file at its semicolons. What looks guarded already gets one more
# apostrophe: whoever reads the cell again takes one away, and `'=x` must not become `=x`, which is somebody else.
_FORMULA = re.compile("(?:^|(?<=[;\t\n]))(?='*[^\\S\n]*[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")

_MARKDOWN_ACTIVE = re.compile(r"[\\`*\[\]<&|~$]|(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])|:(?=//)|(?<=www)\.", re.IGNORECASE)
_MARKDOWN_BLOCK_START = re.compile(r"^(?:([#>+=-])|([0-9]+)([.)]))")
_WORD_JOINER = "\u2060"
_CODE = re.compile(r"((?<!`)`[^`\n]+`(?!`))")


def for_terminal(text: str, *, newlines: bool = False) -> str:
    """Text for a terminal or a log: hidden characters are shown as escapes, workflow commands are broken up.

    With `newlines` line breaks stay and tabs become spaces; without, they too are shown as escapes, on one line.
    """
    text = _visible(text.replace("\t", _TAB) if newlines else text)
    if not newlines:
        text = text.replace("\n", r"\n")
    return _HASH_COMMAND.sub("## ", _COLON_PAIR.sub(": ", text))


def for_csv_cell(text: str) -> str:
    """Text for a cell of a CSV file: what a spreadsheet would take for a formula gets a leading apostrophe.

    A number, signed or not, stays as it is. Line breaks stay, tabs stay; other hidden characters are shown.
    """
    if _NUMBER.fullmatch(text):
        return text
    guarded = _FORMULA.sub("'", text)
    return _visible(guarded, keep="\t")


def for_markdown(text: str) -> str:
    """Text inside a line of Markdown, in a table or out of it: it is shown as it is and marks nothing up.

    It reads well unrendered too, so only what would act is escaped. An invisible joiner after `@` keeps it from
    becoming a mention or a mail link. All white space becomes single spaces.
    """
    line = " ".join(_visible(text, keep="\t").split())
    line = _MARKDOWN_ACTIVE.sub(lambda found: "".join("\\" + char for char in found[0]), line)
    line = _MARKDOWN_BLOCK_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line)
    return line.replace("@", "@" + _WORD_JOINER)


def with_code(text: str) -> str:
    """The course's own text inside a line of Markdown: `like this` stays code, everything else marks nothing up."""
    return "".join(part if index % 2 else _kept_edges(part) for index, part in enumerate(code_parts(text)))


def code_parts(text: str) -> list[str]:
    """The text in parts: the even ones are plain, the odd ones are `code`, with their backticks."""
    return _CODE.split(text)


def for_template(text: str, *, newlines: bool = False) -> str:
    """Text for an HTML template, which escapes it: hidden characters are shown as escapes.

    With `newlines` line breaks stay and tabs become spaces; without, all white space becomes single spaces.
    """
    return _visible(text.replace("\t", _TAB)) if newlines else " ".join(_visible(text, keep="\t").split())


def _kept_edges(text: str) -> str:
    """`for_markdown`, but the white space around the text stays one space."""
    before, after = (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() else "")
    return before + for_markdown(text) + after if text.strip() else before


def fenced(text: str) -> str:
    """A block of code in Markdown that nothing inside can close. Hidden characters are shown as escapes."""
    body = _visible(text.replace("\t", _TAB)).strip("\n")
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{body}\n{fence}"


def clipped(text: str, limit: int = 500) -> str:
    """The text, or its first `limit` characters and a line that says how much was cut."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[Cut here: these are the first {limit} of {len(text)} characters.]"


def _visible(text: str, *, keep: str = "") -> str:
    """Hidden characters as the escapes that Python writes, except line feeds and those in `keep`."""
    text = text.replace("\r\n", "\n")
    return _HIDDEN.sub(lambda found: found[0] if found[0] in keep else ascii(found[0])[1:-1], text)
