"""Students' code as another user, where the grader runs as root: on Gradescope, or in a container.

What must stay true: without the variable nothing changes; a user that does not exist is never replaced by another.
"""

from __future__ import annotations

import os
from typing import Any

STUDENT_USER = "LOOPCHECK_STUDENT_USER"
"""Environment variable with the name of the user that students' code runs as, where the grader runs as root."""


def as_student_user() -> dict[str, Any]:
    """How a process is started as that user: more arguments of Popen. Without the variable, as whoever this process is.

    That user must be able to read the interpreter, `loopcheck/worker/inside` and `loopcheck/probes`, and should be able to
    read nothing else of ours: what students' code is asked to run comes over a socket."""
    name = os.environ.get(STUDENT_USER, "")
    return {"user": name, "group": _group_of(name), "extra_groups": ()} if name else {}


def _group_of(name: str) -> int:
    import pwd

    try:
        return pwd.getpwnam(name).pw_gid
    except KeyError:
        raise OSError(f"there is no user {name!r}, whom {STUDENT_USER} names") from None
