"""A pytest.ini that deselects every test."""

AIM = "rows"
NAIVE = "succeeds"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0
FILES = {
    'pytest.ini': '[pytest]\naddopts = --collect-only\n',
}
