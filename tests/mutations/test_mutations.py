"""The list of mutations stays true while code and tests change."""

import ast
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutations.copy import Copy, NotImported
from tests.mutations.mutation import LIST, ROOT, Mutation, mutations

ALL = pytest.mark.parametrize("mutation", mutations(), ids=lambda each: each.name)


@ALL
def test_place(mutation: Mutation) -> None:
    """A fault can be put into exactly one place of today's code."""
    times = mutation.times_in((ROOT / mutation.file).read_text("utf-8"))
    assert times == 1, (
        f"{mutation.file} has the text that {mutation.name} replaces {times} times, not once. In"
        f" {LIST.relative_to(ROOT)}, change `file`, `old` and `new` so that the code gets the same"
        f" fault ({mutation.breaks}). If it can't have it any more, replace it by another one."
        f" Then run: python -m tests.mutations.run --only {mutation.name}"
    )


@ALL
def test_near(mutation: Mutation) -> None:
    """The tests near a fault exist."""
    missing = [path for path in mutation.near if not (ROOT / path).exists()]
    assert not missing, (
        f"{', '.join(missing)}: these tests were to catch {mutation.name}. In"
        f" {LIST.relative_to(ROOT)}, name in `near` those that state the same facts now, and run:"
        f" python -m tests.mutations.run --only {mutation.name}"
    )


@ALL
def test_change(mutation: Mutation) -> None:
    """A fault changes the code, which is still code."""
    text = (ROOT / mutation.file).read_text("utf-8")
    faulty = mutation.applied_to(text)
    assert faulty != text
    if mutation.file.endswith(".py"):
        ast.parse(faulty)


def test_names() -> None:
    """Each fault has a name of its own."""
    assert set(Counter(each.name for each in mutations()).values()) == {1}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy.made(tmp_path_factory.mktemp("copy"))


FAULT = Mutation(
    name="another-recipe",
    file="engine/corn.py",
    breaks="",
    old="RECIPE: Final = Recipe.CORN_2",
    new='RECIPE: Final = "faulty"',
    near=(),
)


def recipe(copy: Copy, folder: Path) -> str:
    """Return what a program prints that is started in another folder, without any settings."""
    command = [str(copy.python), "-c", "from engine.corn import RECIPE; print(RECIPE)"]
    shown = subprocess.run(command, cwd=folder, env={}, capture_output=True, text=True, check=True)
    return shown.stdout.strip()


def test_programs_have_the_fault(copy: Copy, tmp_path: Path) -> None:
    """Programs of the copy have the fault as long as it is in there, wherever they start."""
    with copy.with_fault(FAULT):
        assert recipe(copy, tmp_path) == "faulty"
    assert recipe(copy, tmp_path) == "puluc-corn-2"


def test_fault_that_nobody_imports(copy: Copy) -> None:
    """A fault that can't even be imported isn't tested."""
    broken = replace(FAULT, new="import nothing")
    with pytest.raises(NotImported, match="nothing"), copy.with_fault(broken):
        pass
