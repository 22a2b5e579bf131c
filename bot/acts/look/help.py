"""Listing the commands."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.order import in_order
from bot.commands.command import Command
from bot.commands.commands import commands
from bot.games.catalogue import Games, title
from bot.games.option import Option
from bot.table.button import Posts
from bot.table.request import Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Help(Act):
    """List the commands."""

    declared = Declaration(
        "help", Command("help"), Audience.LONG, Posts.NOTHING, Who.PLAYERS, outside=True
    )

    @override
    async def handle(self, here: Context) -> Reply:
        return Reply(tuple(_lines(here.games)))


def _lines(games: Games) -> Iterator[Text]:
    usual, *others = games.families
    yield Text("help.intro")
    for command in in_order():
        yield Text("help.line", usage=command.usage, does=Text(f"command.{command.name}"))
    yield Text("help.options")
    yield from map(_option_line, usual.options.values())
    for family in others:
        usages = " ".join(map(_usage, family.options.values()))
        yield Text("help.options-of", ruleset=title(family.rulesets[0]), options=usages)
    yield Text("help.terms")
    yield from map(_option_line, commands(games).terms)


def _option_line(option: Option) -> Text:
    return Text("help.option", usage=_usage(option), does=Text(option.text))


def _usage(option: Option) -> str:
    return f"{option.name}={option.values}"
