"""The commands as Discord lists them, made of the same data as the typed ones."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, Optional, Protocol, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.commands.commands import COMMANDS, GROUPS, OPTIONS, RULESET, Command, commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.on_discord import words
from bot.texts.catalogue import Catalogue
from engine.text import Text

Interaction: TypeAlias = "discord.Interaction[Any]"
Choices: TypeAlias = list[Choice[Any]]
Given: TypeAlias = Mapping[str, object]
"""What somebody filled in, by option."""

GROUP = "puluc"
MOST_CHOICES = 25
MOST_LETTERS = 100
"""Of a description, of a choice, of anything typed. Descriptions are written so short."""

_COMPLETED = (RULESET, OPTIONS.name, "game")
"""Options for which values are offered while somebody types."""

_EVERYWHERE = app_commands.AppInstallationType(guild=True, user=True)
_ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)


class Answering(Protocol):
    """Does what commands ask."""

    async def command(self, interaction: Interaction, name: str, given: Given) -> None:
        """Do what was typed."""
        ...

    async def complete(
        self, interaction: Interaction, command: str, option: str, typed: str
    ) -> Choices:
        """Offer values for an option of a command."""
        ...


def fill(
    tree: "app_commands.CommandTree[Any]", inbound: Answering, catalogue: Catalogue, games: Games
) -> None:
    """Add every command to `tree`, in its group, and the one in the menu of a person."""
    root = app_commands.Group(
        name=GROUP,
        description=_said("discord.commands", catalogue),
        allowed_installs=_EVERYWHERE,
        allowed_contexts=_ANYWHERE,
    )
    groups = {"": root} | {
        name: app_commands.Group(
            name=name, description=_said(f"command.group.{name}", catalogue), parent=root
        )
        for name in GROUPS
    }
    for command in COMMANDS:
        fields = commands(games).fields_of(command)
        groups[command.group].add_command(_command(command, fields, inbound, catalogue))
    tree.add_command(root)

    async def challenge(interaction: Interaction, user: discord.User) -> None:
        await inbound.command(interaction, "challenge", {"opponent": user})

    menu = app_commands.ContextMenu(
        name=_said("discord.menu", catalogue),
        callback=challenge,
        allowed_installs=_EVERYWHERE,
        allowed_contexts=_ANYWHERE,
    )
    tree.add_command(menu)


class Translations(app_commands.Translator):
    """The commands' descriptions in every language; names stay, as everybody types them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Say a text in a language; None where it is not spoken, or is what English says."""
        language = self._catalogue.language(str(locale))
        if language == self._catalogue.language() or "key" not in string.extras:
            return None
        return words.voice(self._catalogue, language)(Text(string.extras["key"]))


def short(told: str) -> str:
    """Cut what is told to what a choice may have."""
    return told if len(told) <= MOST_LETTERS else told[: MOST_LETTERS - 1] + "…"


def _said(key: str, catalogue: Catalogue) -> locale_str:
    return locale_str(words.voice(catalogue)(Text(key)), key=key)


def _command(
    command: Command, options: Sequence[Option], inbound: Answering, catalogue: Catalogue
) -> "app_commands.Command[Any, ..., None]":
    """Return one command; its parameters are `options`."""
    names = {_identifier(option): option.name for option in options}

    async def run(interaction: Interaction, **given: object) -> None:
        filled = {names[name]: value for name, value in given.items() if value is not None}
        await inbound.command(interaction, command.name, filled)

    first = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    signature = Signature([first, *map(_parameter, options)])
    run.__signature__ = signature  # type: ignore[attr-defined] # the library makes options of it
    told = {_identifier(o): _said(f"typed.{o.name}", catalogue) for o in options}
    fixed = {
        _identifier(option): [Choice(name=value, value=value) for value in option.choices]
        for option in options
        if option.choices and option.name not in _COMPLETED
    }
    completed = {
        _identifier(option): _completion(command.name, option.name, inbound)
        for option in options
        if option.name in _COMPLETED
    }
    decorated = app_commands.rename(**names)(run)
    decorated = app_commands.describe(**told)(decorated)
    decorated = app_commands.choices(**fixed)(decorated)
    decorated = app_commands.autocomplete(**completed)(decorated)
    return app_commands.Command(
        name=command.name,
        description=_said(f"command.{command.name}", catalogue),
        callback=decorated,
    )


def _identifier(option: Option) -> str:
    """What an option is called in Python, where a name has no hyphen."""
    return option.name.replace("-", "_")


def _parameter(option: Option) -> Parameter:
    return Parameter(
        _identifier(option),
        Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Optional[_type(option)],  # noqa: UP045 - `|` joins types only
    )


def _type(option: Option) -> Any:
    """The type of an option, as the library reads it."""
    if option.person:
        return discord.User
    return app_commands.Range[str, 1, MOST_LETTERS]


def _completion(
    command: str, option: str, inbound: Answering
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        return await inbound.complete(interaction, command, option, typed)

    return complete
