"""Connects to a server on this machine and tells it something."""

AIM = "leak"
NAIVE = "succeeds"
RLIMITS = "leaks"
BASE = "stub"
HONEST = 0

import socket

with socket.create_connection(("127.0.0.1", int("@PORT@")), timeout=2) as server:
    server.sendall(b"told")
