"""Which isolation students' code gets on this machine, found out by a child that has nothing else to do."""

from __future__ import annotations


class SandboxError(Exception):
    """The level that was demanded cannot be had on this machine. The message says what can."""


def sandbox_reached(method: str, demanded: str = "") -> str:
    """The level's name; WorkerError when the one demanded cannot be had. `method` is how children start."""
    from .worker.host import Worker  # not for a command that only wants to know the error

    worker = Worker(method, sandbox=demanded)
    try:
        return worker.reach()
    finally:
        worker.close()


def require_sandbox(method: str, demanded: str) -> None:
    """SandboxError when a level is demanded that cannot be had: now, and not for each submission of a class."""
    from .worker.starters import WorkerError

    if demanded:
        try:
            sandbox_reached(method, demanded)
        except (WorkerError, OSError) as error:  # OSError: bubblewrap is not even installed
            raise SandboxError(
                f"the sandbox {demanded} cannot be had here ({error}). The strongest that can is {sandbox_reached(method)}: "
                "demand that one, or leave --sandbox out. instructor/SECURITY.md says what each level needs."
            ) from error
