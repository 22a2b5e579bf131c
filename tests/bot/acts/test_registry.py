"""What acts declare is complete, and what they call each other by exists."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.acts
from bot.acts import gather, look, me, play
from bot.acts.act import Act, TableAct, Who
from bot.acts.named import ACTS, CODES
from bot.acts.registry import BY_NAME, COMMANDS
from bot.table.button import Posts

FOLDER = Path(next(iter(bot.acts.__path__)))
PACKAGES = tuple(package.__name__ for package in (play, gather, look, me))
CALLS = {"act": 0, "button": 1, "perform": 0, "menu_of": 0}
"""Functions that call acts by their names, and the position of the name in their arguments."""


def classes() -> Iterator[type[Act]]:
    """Every act that can be created, declared or not."""
    found: list[type[Act]] = [Act]
    for kind in found:
        found += kind.__subclasses__()
        if not inspect.isabstract(kind) and kind.__module__.startswith(PACKAGES):
            yield kind


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call of an act by its name: where, the name, and the call."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = CALLS.get(node.func.id)
                if at is not None and len(node.args) > at:
                    name = node.args[at]
                    if isinstance(name, ast.Constant) and isinstance(name.value, str):
                        yield f"{path.name}:{node.lineno}", name.value, node


CALLED = [pytest.param(name, call, id=f"{name}-{where}") for where, name, call in calls()]


def test_every_act_is_declared() -> None:
    """Every act has a declaration with a name of its own."""
    undeclared = {kind.__name__ for kind in classes() if "declared" not in kind.__dict__}
    assert not undeclared, f"declare {undeclared}: declared = Declaration(...)"
    names = [kind.declared.name for kind in classes() if kind is ACTS[kind.declared.name]]
    assert sorted(names) == sorted(ACTS)
    assert len(ACTS) == len(CODES) == len({*map(str, classes())})


@pytest.mark.parametrize("kind", ACTS.values(), ids=lambda kind: kind.__name__)
def test_a_name_fits_buttons_and_links(kind: type[Act]) -> None:
    """The parts of codes are separated by full stops, and those of links by underscores."""
    assert kind.declared.name.replace("-", "").isalpha()


@pytest.mark.parametrize(("name", "call"), CALLED)
def test_a_call_by_name(name: str, call: ast.Call) -> None:
    """What an act calls by name exists, and has the fields that are given."""
    assert name in ACTS, f"there is no act {name!r}; the acts are {sorted(ACTS)}"
    function = call.func.id if isinstance(call.func, ast.Name) else ""
    before = CALLS[function] + 1 + (function == "perform")
    if function == "menu_of":
        return
    values = [object() for _ in call.args[before:]]
    more = {each.arg: object() for each in call.keywords if each.arg and each.arg != "style"}
    inspect.signature(ACTS[name]).bind(*values, **more)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_is_read(command: object) -> None:
    """Every command belongs to one act."""
    assert len([kind for kind in ACTS.values() if kind.declared.command == command]) == 1
    assert BY_NAME[getattr(command, "name", "")] is command


@pytest.mark.parametrize("kind", ACTS.values(), ids=lambda kind: kind.__name__)
def test_what_a_button_brings_into_a_place(kind: type[Act]) -> None:
    """An act that shows a board is about a table, and moderators' acts post nothing."""
    if kind.declared.posts is Posts.BOARD:
        assert issubclass(kind, TableAct)
    if kind.declared.who is Who.MODERATORS:
        assert kind.declared.posts is Posts.NOTHING
