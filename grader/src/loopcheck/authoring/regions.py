"""Solution regions: what students write, marked in the reference.

    # BEGIN SOLUTION step
    ...
    # END SOLUTION step

What must stay true: a source with any mistake in its markers gives no region at all, so that no half of a solution
gets out. Each complaint names file and line, and ends with what to do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..course import CourseError

MARKER = re.compile(r"(?P<indent> *)# (?P<kind>BEGIN|END) SOLUTION (?P<name>\S+)")
LIKE_A_MARKER = re.compile(r"#\s*(BEGIN|END)[\s_-]*SOLUTION\b", re.IGNORECASE)


@dataclass(frozen=True)
class Complaint:
    """One mistake in a source: where, what it is, and what to do."""

    file: str
    line: int
    what: str
    repair: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}: {self.repair}"


class RegionError(CourseError):
    """The regions of one module are not in order."""

    def __init__(self, complaints: list[Complaint]) -> None:
        super().__init__("\n".join(map(str, complaints)))
        self.complaints = complaints


@dataclass
class Region:
    """One region: the lines of its two markers (counted from 1), their indentation, and the lines between them."""

    name: str
    indent: str
    begin: int
    end: int = 0
    lines: list[str] = field(default_factory=list)

    @property
    def code(self) -> list[int]:
        """The numbers of the lines that are neither blank nor a comment."""
        numbered = enumerate(self.lines, self.begin + 1)
        return [number for number, line in numbered if line.strip() and not line.lstrip().startswith("#")]


def holds_marker(source: str) -> int:
    """The first line that is a marker, or is meant to be one; 0 when there is none."""
    return next((number for number, line in enumerate(source.split("\n"), 1) if LIKE_A_MARKER.search(line)), 0)


def parse_regions(source: str, file: str) -> list[Region]:
    """The regions of a source, in order; RegionError with every mistake in the markers."""
    parser = _Parser(file)
    for number, line in enumerate(source.split("\n"), 1):
        parser.feed(number, line)
    return parser.close()


class _Parser:
    """Reads line by line. The stack is deeper than one only while there is a nested region to complain about."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.stack: list[Region] = []
        self.done: list[Region] = []
        self.complaints: list[Complaint] = []

    def complain(self, line: int, what: str, repair: str) -> None:
        self.complaints.append(Complaint(self.file, line, what, repair))

    def feed(self, number: int, line: str) -> None:
        marker = MARKER.fullmatch(line)
        if marker is not None and marker["kind"] == "BEGIN":
            self.begin(Region(marker["name"], marker["indent"], number))
        elif marker is not None:
            self.finish(number, marker["indent"], marker["name"])
        elif LIKE_A_MARKER.search(line):
            what = f"is no marker, but looks like one ({line.strip()})"
            self.complain(number, what, "write it alone on its line, exactly `# BEGIN SOLUTION <exercise id>` (or END)")
        for region in self.stack:
            if number > region.begin:
                region.lines.append(line)

    def begin(self, region: Region) -> None:
        name, number = region.name, region.begin
        if self.stack:
            outer = self.stack[-1]
            what = f"region {name} begins inside region {outer.name} of line {outer.begin}, and regions do not nest"
            self.complain(number, what, f"end {outer.name} first")
        first = next((other for other in [*self.done, *self.stack] if other.name == name), None)
        if first is not None:
            self.complain(number, f"a second region {name}, the first begins in line {first.begin}", "keep one of them")
        self.stack.append(region)

    def finish(self, number: int, indent: str, name: str) -> None:
        if not self.stack:
            self.complain(number, f"END SOLUTION {name} ends nothing", f"add `# BEGIN SOLUTION {name}` above it")
            return
        region = self.stack.pop()
        region.end = number
        if region.name != name:
            what = f"END SOLUTION {name} ends region {region.name} of line {region.begin}"
            self.complain(number, what, "give both markers the same name")
        if region.indent != indent:
            what = f"END SOLUTION {name} is indented by {len(indent)} spaces, its BEGIN by {len(region.indent)}"
            self.complain(number, what, "indent both alike")
        if not region.code:
            self.complain(region.begin, f"region {region.name} is empty", "put the solution into it")
        self.done.append(region)

    def close(self) -> list[Region]:
        for region in self.stack:
            self.complain(region.begin, f"region {region.name} is never ended", f"add `# END SOLUTION {region.name}`")
        if self.complaints:
            raise RegionError(sorted(self.complaints, key=lambda complaint: complaint.line))
        return self.done
