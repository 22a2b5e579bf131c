"""The engine depends only on the standard library, and uses no randomness and no clock.

The solver, which is optional, also needs NumPy and Numba.
"""

import ast
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
MODULES = sorted(ENGINE.rglob("*.py"))
FORBIDDEN = {"random", "secrets", "time", "datetime"}
OUTSIDE = {ENGINE / name for name in ("bench.py", "commands.py", "match.py", "progress.py")}
"""The command line and its parts that may use randomness and the clock."""

SOLVER = ENGINE / "road" / "solve"
"""The only package that may use these:"""
OPTIONAL = {"numpy", "numba"}


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import():
                names |= {alias.name.partition(".")[0] for alias in node.names}
            case ast.ImportFrom(module=str(module)):
                names.add(module.partition(".")[0])
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_only_the_standard_library(path: Path) -> None:
    """A module of the engine imports only the engine and the standard library."""
    allowed = OPTIONAL if SOLVER in path.parents else set()
    assert imported(path) <= sys.stdlib_module_names | {"engine"} | allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_no_chance_and_no_clock(path: Path) -> None:
    """A module of the engine imports no source of randomness and no clock."""
    assert path in OUTSIDE or not imported(path) & FORBIDDEN
