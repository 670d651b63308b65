"""Importing a package from sources in memory: a submission arrives over a socket and never touches a disk.

What must stay true: importing one module never imports another by itself, and a module that fails to import can be
tried again. Code objects carry `mini_asyncio/loop.py` as their file name, unless coverage asks for the real one.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class MemoryPackage(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finder and loader of one package. `sources` maps file names ("loop.py") to bytes as they were submitted."""

    def __init__(self, package: str, sources: Mapping[str, bytes], folder: str = "") -> None:
        self.package = package
        self.sources = sources
        self.folder = folder or package

    def file_name(self, fullname: str) -> str | None:
        """The file that holds a module, or None when it is not ours."""
        if fullname == self.package:
            return "__init__.py"
        parent, _, name = fullname.rpartition(".")
        return f"{name}.py" if parent == self.package and f"{name}.py" in self.sources else None

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
        is_package = fullname == self.package
        spec = importlib.util.spec_from_loader(fullname, self, origin=f"{self.folder}/{name}", is_package=is_package)
        if spec is not None:
            spec.has_location = True
        return spec

    def is_package(self, fullname: str) -> bool:
        return fullname == self.package

    def get_source(self, fullname: str) -> str | None:
        name = self.file_name(fullname)
        return None if name is None else self.sources.get(name, b"").decode("utf-8", "replace")

    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]  # the base class's type is CodeType | None
        name = self.file_name(fullname)
        if name is None:
            raise ImportError(fullname)
        # Bytes, not text: Python itself reads the BOM, the coding line and the line endings.
        return compile(self.sources.get(name, b""), f"{self.folder}/{name}", "exec", dont_inherit=True)

    def holds_same(self, fullname: str, sources: Mapping[str, bytes]) -> bool:
        """Whether this module has the source that it has in `sources`."""
        name = self.file_name(fullname) or ""
        return self.sources.get(name) == sources.get(name)

    def install(self) -> None:
        """Become the first finder."""
        sys.meta_path.insert(0, self)


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
