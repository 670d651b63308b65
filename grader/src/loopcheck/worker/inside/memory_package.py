"""Importing a package from sources in memory: a submission arrives over a socket and never touches a disk.

What must stay true: importing one module never imports another by itself, and a module that fails to import can be
tried again. Code objects carry `mini_asyncio/loop.py` as their file name, unless coverage asks for the real one.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

SUBMITTED_INIT = "__init__.py (as submitted)"
"""The package's own file as the student changed it: no module, since the course's copy is, but names are looked up in it."""


class MemoryPackage:
    """Finder and loader of one package, and of what lies beside it. `sources` maps file names to bytes as they were
    submitted: "loop.py", "util/time.py" in a package below, "../helpers.py" beside.

    Its base classes would be those of `importlib.abc`, which on 3.11 takes a quarter of the zygote's start to import."""

    def __init__(self, package: str, sources: Mapping[str, bytes], folder: str = "") -> None:
        self.package = package
        self.sources = sources
        self.folder = folder or package
        parents = (name.rsplit("/", depth)[0] for name in sources for depth in range(1, name.count("/") + 1))
        self.folders = {parent for parent in parents if parent != ".."}
        """Folders of modules: packages, with or without an `__init__.py`."""

    def file_name(self, fullname: str) -> str | None:
        """The file that holds a module, or None when it is not ours. Of a folder and a module of one name it is Python's
        choice: the folder if it has an `__init__.py`, else the module."""
        if fullname == self.package:
            return "__init__.py"
        path = fullname.replace(".", "/")
        path = path.removeprefix(f"{self.package}/") if path.startswith(f"{self.package}/") else f"../{path}"
        for name in (f"{path}/__init__.py", f"{path}.py"):
            if name in self.sources:
                return name
        return f"{path}/__init__.py" if path in self.folders else None

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the protocol of finders
        target: ModuleType | None = None,  # noqa: ARG002 - as above
    ) -> ModuleSpec | None:
        """The spec of a module of the package."""
        name = self.file_name(fullname)
        if name is None:
            return None
        loader: Any = self  # by the rules of the import system, and without its base classes
        spec = importlib.util.spec_from_loader(
            fullname, loader, origin=self.place(name), is_package=self.is_package(fullname)
        )
        if spec is not None:
            spec.has_location = True
        return spec

    def place(self, name: str) -> str:
        """The file name that code objects carry."""
        return name.removeprefix("../") if name.startswith("../") else f"{self.folder}/{name}"

    def is_package(self, fullname: str) -> bool:
        return (self.file_name(fullname) or "").rpartition("/")[2] == "__init__.py"

    def get_source(self, fullname: str) -> str | None:
        name = self.file_name(fullname)
        return None if name is None else self.sources.get(name, b"").decode("utf-8", "replace")

    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]  # the base class's type is CodeType | None
        name = self.file_name(fullname)
        if name is None:
            raise ImportError(fullname)
        return self.code_in(name)

    def create_module(self, spec: ModuleSpec) -> None:
        """Modules of the usual kind."""

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - that is what a loader does

    def code_in(self, name: str):  # type: ignore[no-untyped-def]  # as above
        # Bytes, not text: Python itself reads the BOM, the coding line and the line endings.
        return compile(self.sources.get(name, b""), self.place(name), "exec", dont_inherit=True)

    def holds_same(self, fullname: str, sources: Mapping[str, bytes]) -> bool:
        """Whether this module has the source that it has in `sources`."""
        name = self.file_name(fullname) or ""
        return self.sources.get(name) == sources.get(name)

    def install(self) -> None:
        """Become the first finder."""
        sys.meta_path.insert(0, self)

    def offer_submitted_names(self) -> None:
        """Look up names that the package does not have in the package's file as it was submitted. It is run when it is
        asked for the first name, and not before: it may import modules of which one is broken."""
        if SUBMITTED_INIT not in self.sources:
            return
        module = importlib.import_module(self.package)
        names: dict[str, Any] = {
            "__name__": self.package,
            "__package__": self.package,
            "__file__": module.__file__,
            "__path__": [],
        }
        has_run = False

        def look_up(name: str) -> object:
            nonlocal has_run
            is_module = self.file_name(f"{self.package}.{name}") is not None
            if is_module or (name.startswith("__") and name != "__all__"):
                raise AttributeError(name)
            if name not in names and not has_run:
                # In the middle of an import it may end early: what it has got by then is what it would have by then.
                with contextlib.suppress(Exception):
                    exec(self.code_in(SUBMITTED_INIT), names)  # noqa: S102 - the submission's own code, in its own process
                    has_run = True
            if name == "__all__":
                return names.get(name) or [public for public in names if not public.startswith("_")]
            if name not in names:
                raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
            return names[name]

        module.__getattr__ = look_up  # type: ignore[method-assign]  # PEP 562


def import_all(data: bytes) -> None:
    """Import every module of the package given as JSON `{"package": name, "sources": {file name: text}}`."""
    given = json.loads(data)
    package = MemoryPackage(given["package"], {name: text.encode() for name, text in given["sources"].items()})
    package.install()
    try:
        for name in given["sources"]:
            stem = name.removesuffix(".py")
            importlib.import_module(package.package if stem == "__init__" else f"{package.package}.{stem}")
    finally:
        sys.meta_path.remove(package)


def forget_others(package: str, sources: Mapping[str, bytes]) -> None:
    """Drop modules that were imported beforehand from other sources than these."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(package + "."):
            loader: object = module.__loader__
            if not isinstance(loader, MemoryPackage) or not loader.holds_same(name, sources):
                del sys.modules[name]
