"""A copy of the working tree that imports itself, in which faults can be put.

The installed package is a link to the working tree. So tests that start programs in a copy, with an
environment and a folder of their own, would start the original. The copy therefore has an
interpreter of its own, which finds the copy and the installed libraries, but not that link.
"""

import os
import subprocess
import sysconfig
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from shutil import copy2
from typing import Final, Self

from tests.mutations.mutation import ROOT, Mutation

_LIST_FILES: Final = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")

_OWN: Final = frozenset({"PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV"})
"""Variables that could lead back to the original, or make each process compile everything."""

_SHOW: Final = """
import sys
from importlib import import_module
from importlib.resources import files
package, _, within = sys.argv[1].partition("/")
if within.endswith(".py"):
    import_module(sys.argv[1].removesuffix(".py").replace("/", "."))
sys.stdout.write((files(package) / within).read_text("utf-8"))
"""
"""Imports a file, and prints the text that was imported."""


class NotImported(Exception):  # noqa: N818 - describes the copy
    """Programs in the copy import something else, or the fault can't even be imported."""


class Copy:
    """A copy of the working tree in a folder."""

    def __init__(self, folder: Path) -> None:
        """`folder` is that of a copy that `made` has made."""
        self.folder = folder
        self.python = folder / ".venv" / "bin" / "python"

    @classmethod
    def made(cls, folder: Path) -> Self:
        """Copy all files of the working tree that git doesn't ignore to an empty folder."""
        listed = subprocess.run(_LIST_FILES, cwd=ROOT, check=True, capture_output=True, text=True)
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():  # not deleted since the last commit
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                copy2(ROOT / name, folder / name)
        venv.create(folder / ".venv", symlinks=True)
        own = sysconfig.get_path("purelib", "venv", {"base": str(folder / ".venv")})
        # A path in such a file is searched, but the links in it are not followed.
        libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        Path(own, "copy.pth").write_text("\n".join([str(folder), *sorted(libraries)]), "utf-8")
        return cls(folder)

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment for programs in the copy."""
        return {name: value for name, value in os.environ.items() if name not in _OWN}

    @contextmanager
    def with_fault(self, mutation: Mutation) -> Iterator[None]:
        """Put a fault into the copy while the context lasts.

        Raises NotImported if programs wouldn't have it, and ValueError as `Mutation.applied_to`.
        """
        path = self.folder / mutation.file
        text = path.read_text("utf-8")
        faulty = mutation.applied_to(text)
        _write(path, faulty)
        try:
            if self._imported(mutation.file) != faulty:
                raise NotImported(f"{mutation.name}: programs import another {mutation.file}")
            yield
        finally:
            _write(path, text)

    def _imported(self, file: str) -> str:
        """Return the text of a file as a program has it that was started from elsewhere."""
        shown = subprocess.run(
            [self.python, "-c", _SHOW, file], cwd="/", env={}, capture_output=True, check=False
        )
        if shown.returncode:
            raise NotImported(f"{file} can't be imported:\n{shown.stderr.decode()}")
        return shown.stdout.decode("utf-8")


def _write(path: Path, text: str) -> None:
    """Replace a file, and forget its compiled form, whose time and size may be the same."""
    path.write_text(text, "utf-8")
    Path(cache_from_source(path)).unlink(missing_ok=True)
