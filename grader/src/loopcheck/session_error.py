"""What can go wrong with the hidden suite itself: apart from the session, which imports pytest, so that a worker that is
started before pytest can load meanwhile."""


class SessionError(Exception):
    """The suite itself could not be run: our fault."""
