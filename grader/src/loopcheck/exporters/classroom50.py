"""Classroom 50's `result.json` (classroom50/result/v1), one per student.

Scores are whole numbers, and no key is added. Who and what was graded is Classroom 50's to say: in its runner it stands
in the environment, and after `gh teacher download` in the `result.json` beside each submission. A submission that could not
be graded is a 0 of all points with one red test that says why; one on which the grader failed has no result at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..gradebook import Entry, Gradebook
from ..reports.folders import folder_names
from ..reports.safe_text import for_template
from ..results import Outcome, State, Submission
from .model import Export, ExportError, Options, awaits_regrading, left_out
from .texts import NO_SCORE_YET, check_name, check_text, verdict_lines

SCHEMA = "classroom50/result/v1"
LARGEST = 1024 * 1024
_TIME = r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Whose submission it is, in the words of Classroom 50: the fields of its result that are not a score."""

    classroom: str
    assignment: str
    assignment_type: str
    owner: str
    submission: str
    commit: str
    release: str
    review: str
    datetime: str


def export(book: Gradebook, options: Options) -> Export:
    """`<student>/result.json`, for each student whose submission is in Classroom 50's download."""
    if options.download is None:
        raise ExportError(
            "Classroom 50 names each submission by its tag and commit, which results.json does not hold. "
            "Give the folder that `gh teacher download` made, with --download."
        )
    identities = downloaded(options.download)
    handed_in = [entry for entry in book.entries if entry.submission]
    known = [(entry, identities[key]) for entry in handed_in if (key := entry.id.casefold()) in identities]
    ready = [(entry, identity) for entry, identity in known if not awaits_regrading(entry)]
    strangers = [entry for entry in handed_in if entry.id.casefold() not in identities]
    notes = left_out(strangers, "The download has no result.json that Classroom 50 wrote for them.")
    failed = [entry for entry, _ in known if awaits_regrading(entry)]
    return Export(_files(ready), notes + left_out(failed, "The grader failed on them: grade them again."))


def _files(entries: list[tuple[Entry, Identity]]) -> Iterator[tuple[str, bytes]]:
    folders = folder_names(entry.id for entry, _ in entries)
    for entry, identity in entries:
        yield f"{folders[entry.id]}/result.json", encoded(result(entry, identity))


def encoded(document: Mapping[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def result(entry: Entry, identity: Identity) -> dict[str, Any]:
    """The document for one student."""
    return {
        "schema": SCHEMA,
        **msgspec.structs.asdict(identity),
        "score": entry.score or 0,
        "max-score": entry.max_score,
        "tests": list(_tests(entry)),
    }


def _tests(entry: Entry) -> Iterator[dict[str, Any]]:
    submission = entry.submission
    if entry.is_overridden or submission is None or submission.state is not State.GRADED:
        lines = verdict_lines(entry) + ([] if entry.score is not None else [NO_SCORE_YET])
        yield {
            "test-name": "Score set by the instructor" if entry.is_overridden else "The submission can be graded",
            "passed": entry.score == entry.max_score,
            "score": entry.score or 0,
            "max-score": entry.max_score,
            "message": for_template("\n".join(lines), newlines=True),
        }
        return
    yield from _checks(submission)


def _checks(submission: Submission) -> Iterator[dict[str, Any]]:
    for check in submission.checks:
        yield {
            "test-name": for_template(check_name(check)),
            "passed": check.outcome in (Outcome.PASSED, Outcome.GRADER_ERROR),
            "score": check.points,
            "max-score": check.max_points,
            "message": for_template(check_text(check, submission), newlines=True),
        }


def identity_from(environment: Mapping[str, str], datetime: str) -> Identity:
    """Who is graded, as Classroom 50's runner says it. `datetime` is the commit's time, like 2026-09-01T12:00:00Z."""
    return _checked(
        Identity(
            classroom=environment.get("CLASSROOM", ""),
            assignment=environment.get("ASSIGNMENT", ""),
            assignment_type=environment.get("ASSIGNMENT_TYPE", "individual"),
            owner=environment.get("OWNER") or environment.get("USERNAME", ""),
            submission=environment.get("SUBMISSION_TAG", ""),
            commit=environment.get("COMMIT_URL", ""),
            release=environment.get("RELEASE_URL", ""),
            review=environment.get("REVIEW_URL") or environment.get("COMMIT_URL", ""),
            datetime=datetime,
        ),
        "the environment of Classroom 50's runner",
    )


def _checked(identity: Identity, where: str) -> Identity:
    empty = [name for name, value in msgspec.structs.asdict(identity).items() if not value]
    if empty:
        raise ExportError(f"{where} does not say: {', '.join(empty)}")
    wrong = [
        name
        for name, pattern in (
            ("submission", "^submit/"),
            ("datetime", _TIME),
            ("assignment_type", "^(individual|group)$"),
        )
        if not re.search(pattern, getattr(identity, name))
    ]
    if wrong:
        raise ExportError(f"{where} is not in Classroom 50's form: {', '.join(wrong)}")
    return identity


def downloaded(folder: Path) -> dict[str, Identity]:
    """The identities in a folder that `gh teacher download` made, by the owner's login in small letters.

    The files lie in students' trees: links are not followed, and one that is not Classroom 50's is left aside. So is one
    that names another assignment than most do: the repository of `x-ada` could say that it is that of ada, in `hw1-x`."""
    from ..submissions.files import Kind, TooManyEntriesError, UnreadableError, list_folder, read_file

    try:
        repositories = [entry.name for entry in list_folder(folder, 200_000) if entry.kind is Kind.FOLDER]
    except (OSError, TooManyEntriesError) as error:
        raise ExportError(f"{folder} is not a download of Classroom 50: {error}") from error
    found: list[Identity] = []
    for name in repositories:
        try:
            identity = msgspec.json.decode(read_file(folder / name / "result.json", LARGEST), type=Identity)
            identity = _checked(identity, name)
        except (UnreadableError, msgspec.DecodeError, UnicodeDecodeError, ExportError):
            continue
        # A result that was copied from somebody else's repository is no proof of anything.
        if name.casefold() == f"{identity.classroom}-{identity.assignment}-{identity.owner}".casefold():
            found.append(identity)
    counts = Counter((one.classroom, one.assignment) for one in found)
    # Where as many say one as the other, the longer name has eaten a part of a login.
    graded = min(counts, key=lambda pair: (-counts[pair], sum(map(len, pair)), pair), default=None)
    return {one.owner.casefold(): one for one in found if (one.classroom, one.assignment) == graded}
