"""JUnit XML, one file per student: GitLab, Jenkins and the like show it beside the student's commit.

What must stay true: whatever a submission says, the file is well-formed XML. A failure is a red check, `skipped` one that
waits for another, and `error` is ours, or a submission that could not be graded.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from ..gradebook import Entry, Gradebook
from ..reports.folders import folder_names
from ..reports.safe_text import for_template
from ..results import Check, Outcome, State, Submission
from .model import Export, Options
from .texts import check_name, check_text, mistake_lines, verdict_lines

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
KINDS = {Outcome.FAILED: "failure", Outcome.SKIPPED: "skipped", Outcome.GRADER_ERROR: "error"}


def export(book: Gradebook, _: Options) -> Export:
    """`<student>.xml` for everybody who handed something in."""
    handed_in = [entry for entry in book.entries if entry.submission]
    return Export(_files(handed_in))


def _files(entries: list[Entry]) -> Iterator[tuple[str, bytes]]:
    folders = folder_names(entry.id for entry in entries)
    for entry in entries:
        yield f"{folders[entry.id]}.xml", junit_xml(entry)


def junit_xml(entry: Entry) -> bytes:
    """The document of one student."""
    root = ET.Element("testsuites", name="loopcheck")
    suite = ET.SubElement(root, "testsuite", name=_text(entry.id))
    submission = entry.submission
    lines = verdict_lines(entry)
    if submission and submission.state is State.GRADED:
        lines += mistake_lines(submission)
        for check in submission.checks:
            _case(suite, check, submission)
    else:
        case = ET.SubElement(suite, "testcase", classname="submission", name="The submission can be graded")
        error = ET.SubElement(case, "error", message=_text(lines[0] if lines else "Nothing was handed in."))
        error.text = _text("\n".join(lines))
    counts = {
        "tests": len(suite.findall("testcase")),
        "failures": len(suite.findall("testcase/failure")),
        "errors": len(suite.findall("testcase/error")),
        "skipped": len(suite.findall("testcase/skipped")),
    }
    for name, count in counts.items():
        suite.set(name, str(count))
        if name != "skipped":
            root.set(name, str(count))
    ET.SubElement(suite, "system-out").text = _text("\n\n".join(lines))
    ET.indent(root, " ")
    body: bytes = ET.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + body + b"\n"


def _case(suite: ET.Element, check: Check, submission: Submission) -> None:
    case = ET.SubElement(suite, "testcase", classname=_text(check.exercise), name=_text(check_name(check)))
    if check.outcome in KINDS:
        text = _text(check_text(check, submission))
        ended = ET.SubElement(case, KINDS[check.outcome], message=text.split("\n", 1)[0])
        ended.text = text


def _text(text: str) -> str:
    """Text with hidden characters as escapes, and what XML 1.0 cannot hold too."""
    shown = for_template(text, newlines=True)
    return _NOT_XML.sub(lambda found: ascii(found[0])[1:-1], shown)
