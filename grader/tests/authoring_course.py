"""A small course in a folder of its own, in order in every respect, for the tests of `loopcheck.authoring`.

Its subject is a box and not a loop on purpose: the authoring tools know no exercise by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = """\
[course]
title = "Boxes"
package = "boxes"
edit = ["box.py", "pile.py"]

[template]
scaffold = ["README.md", "tests/conftest.py"]

[[exercise]]
id = "put"
title = "Put something into a box"
folder = "1-put"
function = "Box.put"
module = "box.py"
[exercise.checks]
put_one = 10

[[exercise]]
id = "take"
title = "Take it out again"
folder = "2-take"
function = "Box.take"
module = "box.py"
[exercise.checks]
take_one = 10

[[exercise]]
id = "height"
title = "How high is a pile"
folder = "3-height"
function = "height"
module = "pile.py"
[exercise.checks]
height_two = 5

[[exercise]]
id = "all"
title = "Everything together"
folder = "4-all"
[exercise.checks]
all_boxes = 5
"""

BOX = '''\
"""A box."""

from .sizes import LARGE


class Box:
    """Holds things."""

    def __init__(self) -> None:
        self.things: list[str] = []

    def put(self, thing: str) -> None:
        """Put one thing on top."""
        # BEGIN SOLUTION put
        if len(self.things) < LARGE:
            self.things.append(thing)
        # END SOLUTION put

    def take(self) -> str:
        """Take the thing on top."""
        # BEGIN SOLUTION take
        return self.things.pop()
        # END SOLUTION take
'''

PILE = '''\
"""A pile of boxes."""


def height(boxes: list[object]) -> int:
    """How many boxes."""
    # BEGIN SOLUTION height
    return sum(1 for box in boxes)
    # END SOLUTION height
'''

HINTS = "# Hints\n\n## Hint 1\n\nLook.\n\n## Hint 2\n\nThink.\n\n## Hint 3\n\nWrite.\n"

CONFTEST = '''\
"""The package lies beside this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
'''

FILES = {
    "exercises/course.toml": MANIFEST,
    "exercises/1-put/README.md": "# Put\n\nWrite `Box.put`.\n",
    "exercises/1-put/hints.md": HINTS,
    "exercises/1-put/test_put.py": (
        "from boxes.box import Box\n\n\n"
        'def test_put():\n    box = Box()\n    box.put("ball")\n    assert box.things == ["ball"]\n\n\n'
        "def test_empty():\n    assert Box().things == []\n"
    ),
    "exercises/2-take/README.md": "# Take\n\nWrite `Box.take`.\n",
    "exercises/2-take/hints.md": HINTS,
    "exercises/2-take/test_take.py": (
        "from boxes.box import Box\n\n\n"
        'def test_take():\n    box = Box()\n    box.things = ["ball"]\n    assert box.take() == "ball"\n'
    ),
    "exercises/3-height/README.md": "# Height\n\nWrite `height`.\n",
    "exercises/3-height/hints.md": HINTS,
    "exercises/3-height/test_height.py": (
        "from boxes.pile import height\n\n\ndef test_height():\n    assert height([1, 2]) == 2\n"
    ),
    "exercises/4-all/README.md": "# All\n\nNothing to write.\n",
    "exercises/4-all/hints.md": HINTS,
    "exercises/4-all/test_all.py": (
        "from boxes.box import Box\nfrom boxes.pile import height\n\n\n"
        "def test_all():\n    assert height([Box()]) == 1\n"
    ),
    "solutions/reference/boxes/__init__.py": '"""Boxes."""\n',
    "solutions/reference/boxes/sizes.py": '"""How large boxes are."""\n\nLARGE = 3\n',
    "solutions/reference/boxes/box.py": BOX,
    "solutions/reference/boxes/pile.py": PILE,
    "solutions/reference/demo.py": '"""Shows a box."""\n\nfrom boxes.box import Box\n\nprint(Box().things)\n',
    "grader/src/loopcheck/probes/__init__.py": '"""Probes."""\n',
    "grader/src/loopcheck/probes/look.py": '"""Looks into a box."""\n\n\ndef look(box):\n    return list(box.things)\n',
    "student_template/README.md": "# Boxes\n",
    "student_template/tests/conftest.py": CONFTEST,
}


def write_course(root: Path) -> Path:
    """Write the course's own files; nothing is generated yet."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return root
