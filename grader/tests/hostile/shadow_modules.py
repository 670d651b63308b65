"""Modules with the names of the standard library and of pytest beside the package."""

AIM = "rows"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0
FILES = {
    'pytest.py': 'raise SystemExit(0)\n',
    'json.py': "def dumps(*_, **__): return '{}'\n",
    'heapq.py': 'heappush = heappop = print\n',
}
