"""The commands as Discord lists them, made of the same data as the typed ones."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, Optional, Protocol, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.commands.commands import COMMANDS, RULESET, Command, commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.texts.catalogue import Catalogue
from engine.text import Text

Interaction: TypeAlias = "discord.Interaction[Any]"
Choices: TypeAlias = list[Choice[Any]]
Given: TypeAlias = Mapping[str, object]
"""What somebody filled in, by option."""

GROUP = "puluc"
MOST_CHOICES = 25
MOST_LETTERS = 100
"""Of a description, of a choice, of anything typed."""

_COMPLETED = (RULESET, "table")

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
    """Add every command to `tree`, and the one in the menu of a person."""
    group = app_commands.Group(
        name=GROUP,
        description=_said("discord.commands", catalogue),
        allowed_installs=_EVERYWHERE,
        allowed_contexts=_ANYWHERE,
    )
    for command in COMMANDS:
        options = commands(games).options_of(command)
        group.add_command(_command(command, options, inbound, catalogue))
    tree.add_command(group)

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
        return short(self._catalogue.voice(language)(Text(string.extras["key"])))


def short(words: str) -> str:
    """Cut words to what a description or a choice may have."""
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1] + "…"


def _said(key: str, catalogue: Catalogue) -> locale_str:
    return locale_str(short(catalogue.voice()(Text(key))), key=key)


def is_completed(option: Option) -> bool:
    """Whether values are offered while somebody types: Discord lists only so many by itself."""
    return option.name in _COMPLETED or len(option.numbers or ()) > MOST_CHOICES


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
        if option.choices and not is_completed(option)
    }
    completed = {
        _identifier(option): _completion(command.name, option.name, inbound)
        for option in options
        if is_completed(option)
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
    if option.numbers is not None:
        return app_commands.Range[int, option.numbers[0], option.numbers[-1]]
    return app_commands.Range[str, 1, MOST_LETTERS]


def _completion(
    command: str, option: str, inbound: Answering
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        return await inbound.complete(interaction, command, option, str(typed))

    return complete
