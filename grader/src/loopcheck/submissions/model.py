"""One submission as it travels to a grading process: names and bytes, and no path of this machine."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

UNTOUCHED = "nothing was written yet: the modules are those of the template, untouched"
"""The note of a submission that is the template."""


@dataclass(frozen=True)
class Source:
    """What was handed in. `modules` maps a file name ("task.py") to its bytes: the modules that students edit, as far
    as they are there, and the student's own further modules, named from the package's folder: "util/time.py",
    "../helpers.py".

    A `problem` means that there is nothing to grade, and is the sentence for the student. `notes` are for the student
    too, `flags` for the instructor alone. A `fault` is ours: the submission could not be read, and it is not to blame.
    """

    id: str
    modules: dict[str, bytes]
    problem: str = ""
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    digest: str = ""
    fault: str = ""
    untouched: bool = False
    """Nothing was written yet: the modules are those of the template."""


def digest_of(modules: Mapping[str, bytes]) -> str:
    """SHA-256 over names and bytes. The lengths go in too, so that no two different submissions run together."""
    digest = hashlib.sha256()
    for name in sorted(modules):
        encoded = name.encode()
        digest.update(b"%d %d\n" % (len(encoded), len(modules[name])))
        digest.update(encoded + modules[name])
    return digest.hexdigest()
