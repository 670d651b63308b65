"""What can go wrong with a cluster: apart from what grades there, since most runs have none and must not pay for it."""


class ClusterError(Exception):
    """The cluster cannot be used. The message says why, and what to do."""
