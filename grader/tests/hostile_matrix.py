"""Write the table of attacks into `instructor/SECURITY.md`: `python grader/tests/hostile_matrix.py`.

What must stay true: the table says what the files of `hostile/` say, and `test_sandbox_hostile.py` shows that it is so.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "instructor" / "SECURITY.md"
BEGIN, END = "<!-- matrix -->\n", "<!-- end of matrix -->\n"


def with_matrix(page: str) -> str:
    """The page with the table as it must be."""
    hostile = SimpleNamespace(**runpy.run_path(str(HERE / "hostile_support.py")))
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{hostile.matrix(hostile.bank())}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_matrix(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
