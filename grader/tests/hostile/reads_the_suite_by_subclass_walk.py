"""Finds a function that opens files among the subclasses of object."""

AIM = "leak"
NAIVE = "succeeds"
RLIMITS = "leaks"
BASE = "stub"
HONEST = 0

found = ""
for cls in object.__subclasses__():
    namespace = getattr(getattr(cls, "__init__", None), "__globals__", {})
    opener = namespace.get("__builtins__", {})
    opener = opener.get("open") if isinstance(opener, dict) else None
    if opener:
        try:
            with opener("@SUITE@") as file:
                text = file.read()
            found = text[text.index("@SECRET@") :]
        except (OSError, ValueError):
            pass
        break


def hook(name, self):
    raise ValueError(found[:100])
