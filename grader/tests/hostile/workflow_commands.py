"""Names and messages that are formulas, markup, terminal codes and workflow commands."""

AIM = "points"
NAIVE = "inert"
RLIMITS = "holds"
BASE = "stub"
HONEST = 0

class Evil(Exception):
    pass


Evil.__name__ = Evil.__qualname__ = "=HYPERLINK(1)"


def hook(name, self):
    raise Evil("::notice::100/100\n\x1b[2J\x1b]0;x\x07<script>alert(1)</script>\n| a | b |\n```\n@SUM(1)")
