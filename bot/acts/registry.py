"""All acts, and what is made of their declarations: the codec and the commands."""

import pkgutil
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from bot.acts import codec, gather, look, me, play
from bot.acts.act import Act, Who
from bot.acts.codec import BadCode
from bot.acts.named import ACTS
from bot.acts.order import in_order
from bot.commands.command import BadCommand, Command
from bot.commands.commands import Typed
from bot.table.button import Posts
from bot.table.request import Refusal

for package in (play, gather, look, me):
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)

_TYPED: Final[Mapping[str, type[Act]]] = {
    kind.declared.command.name: kind for kind in ACTS.values() if kind.declared.command is not None
}
"""The act of each command, which reads what was typed after it."""

COMMANDS: Final = in_order()
"""The commands, in the order of the help text."""

BY_NAME: Final[Mapping[str, Command]] = {command.name: command for command in COMMANDS}

GROUPS: Final = tuple(dict.fromkeys(command.group for command in COMMANDS if command.group))
"""The groups of commands, each described by the text `command.group.<name>`."""


def decode(code: str) -> Act:
    """Return the act with this code. Raises BadCode if there is none."""
    act: Act = codec.decode(code)
    return act


def read_link(parts: Sequence[str]) -> Act:
    """Return the act of a link. Raises BadCode if there is none, or links can't carry it."""
    act: Act = codec.read_parts(parts, on_link=True)
    if not act.declared.is_linked:
        raise BadCode("not a link of this game")
    return act


def decoded(code: str) -> Act | None:
    """Return the act with this code, None if there is none."""
    try:
        return decode(code)
    except BadCode:
        return None


def is_for_moderators(command: str) -> bool:
    """Return whether only moderators may use a command."""
    return _TYPED[command].declared.who is Who.MODERATORS


def posts_table(command: Command) -> bool:
    """Return whether a command posts a table."""
    return _TYPED[command.name].declared.posts is Posts.TABLE


def act_of(typed: Typed) -> Act:
    """Return the act that was typed. Raises BadCommand."""
    try:
        return _TYPED[typed.command.name].read(typed)
    except Refusal as refusal:
        raise BadCommand(refusal.text) from refusal


def act(name: str, *values: object, **more: object) -> Act:
    """Return the act of this name with the values of its fields."""
    made: Act = ACTS[name](*values, **more)
    return made
