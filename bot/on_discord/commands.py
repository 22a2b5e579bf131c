"""Discord's slash commands, built from the same data as the typed commands."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, Optional, Protocol, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from typing_extensions import override

from bot.acts.registry import COMMANDS, GROUPS
from bot.commands.command import OPTIONS, PACE, RULESET, Command
from bot.commands.commands import commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.on_discord import words
from bot.table.languages import LANGUAGES
from bot.texts.catalogue import Catalogue
from engine.text import Text

Interaction: TypeAlias = "discord.Interaction[Any]"
Choices: TypeAlias = list[Choice[Any]]
Payload: TypeAlias = dict[str, Any]
"""A command as JSON."""

Arguments: TypeAlias = Mapping[str, object]
"""The values that the user filled in, by option."""

GROUP = "puluc"
MAX_CHOICES = 25
MAX_LENGTH = 100
"""Of a description, a choice or a typed value, in characters. All descriptions fit."""

_AUTOCOMPLETED = (RULESET, OPTIONS.name, PACE.name, "game")
"""Options with autocompletion."""

_EVERYWHERE = app_commands.AppInstallationType(guild=True, user=True)
_ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)


class CommandHandler(Protocol):
    """Runs commands and completes their options."""

    async def command(self, interaction: Interaction, name: str, arguments: Arguments) -> None:
        """Run a command."""
        ...

    async def complete(
        self, interaction: Interaction, command: str, option: str, typed: str
    ) -> Choices:
        """Return suggestions for an option of a command."""
        ...


def fill(
    tree: "app_commands.CommandTree[Any]",
    handler: CommandHandler,
    catalogue: Catalogue,
    games: Games,
) -> None:
    """Add every command to `tree`, in its group, and the user context menu's command."""
    root = app_commands.Group(
        name=GROUP,
        description=_localized("discord.commands", catalogue),
        allowed_installs=_EVERYWHERE,
        allowed_contexts=_ANYWHERE,
    )
    groups = {"": root} | {
        name: app_commands.Group(
            name=name, description=_localized(f"command.group.{name}", catalogue), parent=root
        )
        for name in GROUPS
    }
    for command in COMMANDS:
        fields = commands(games).fields_of(command)
        groups[command.group].add_command(_command(command, fields, handler, catalogue))
    tree.add_command(root)

    async def challenge(interaction: Interaction, user: discord.User) -> None:
        await handler.command(interaction, "challenge", {"opponent": user})

    menu = app_commands.ContextMenu(
        name=_localized("discord.menu", catalogue),
        callback=challenge,
        allowed_installs=_EVERYWHERE,
        allowed_contexts=_ANYWHERE,
    )
    tree.add_command(menu)


async def payloads(tree: "app_commands.CommandTree[Any]", catalogue: Catalogue) -> list[Payload]:
    """Return the commands of `tree` as Discord gets them, in all languages."""
    translations = Translations(catalogue)
    await tree.set_translator(translations)
    return [
        await command.get_translated_payload(tree, translations) for command in tree.get_commands()
    ]


class Translations(app_commands.Translator):
    """The translated descriptions of commands and names of choices.

    The names of commands and options are the same in every language, so that people who speak
    different ones, help and the documentation name them alike.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        spoken = {locale: catalogue.language(str(locale)) for locale in discord.Locale}
        self._translated = {
            locale: words.plain(catalogue, language)
            for locale, language in spoken.items()
            if language != catalogue.language()
        }

    @override
    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation; None if there is none, or if the language is English."""
        say = self._translated.get(locale)
        if say is None or "key" not in string.extras:
            return None
        return say(Text(string.extras["key"]))


def short(text: str) -> str:
    """Truncate a text to the length of a choice."""
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"


def _localized(key: str, catalogue: Catalogue) -> locale_str:
    return locale_str(words.plain(catalogue)(Text(key)), key=key)


def _choice(option: Option, value: str, catalogue: Catalogue) -> locale_str | str:
    """Return what a choice is called; a language is called what it calls itself."""
    if value in LANGUAGES:
        return LANGUAGES[value]
    return _localized(f"{option.named}{value}", catalogue) if option.named else value


def _command(
    command: Command, options: Sequence[Option], handler: CommandHandler, catalogue: Catalogue
) -> "app_commands.Command[Any, ..., None]":
    """Return one command with `options` as its parameters."""
    names = {_identifier(option): option.name for option in options}

    async def run(interaction: Interaction, **values: object) -> None:
        arguments = {names[name]: value for name, value in values.items() if value is not None}
        await handler.command(interaction, command.name, arguments)

    first = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    signature = Signature([first, *map(_parameter, options)])
    run.__signature__ = signature  # type: ignore[attr-defined] # read by the library
    descriptions = {_identifier(o): _localized(o.text, catalogue) for o in options}
    fixed = {
        _identifier(option): [
            Choice(name=_choice(option, value, catalogue), value=value) for value in option.choices
        ]
        for option in options
        if option.choices and option.name not in _AUTOCOMPLETED
    }
    completed = {
        _identifier(option): _completion(command.name, option.name, handler)
        for option in options
        if option.name in _AUTOCOMPLETED
    }
    decorated = app_commands.rename(**names)(run)
    decorated = app_commands.describe(**descriptions)(decorated)
    decorated = app_commands.choices(**fixed)(decorated)
    decorated = app_commands.autocomplete(**completed)(decorated)
    return app_commands.Command(
        name=command.listed,
        description=_localized(f"command.{command.name}", catalogue),
        callback=decorated,
    )


def _identifier(option: Option) -> str:
    """Return the option's name as a Python identifier, without hyphens."""
    return option.name.replace("-", "_")


def _parameter(option: Option) -> Parameter:
    return Parameter(
        _identifier(option),
        Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Optional[_type(option)],  # noqa: UP045 - `|` joins types only
    )


def _type(option: Option) -> Any:
    """Return the annotation that tells the library the option's type."""
    if option.person:
        return discord.User
    return app_commands.Range[str, 1, MAX_LENGTH]


def _completion(
    command: str, option: str, handler: CommandHandler
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        return await handler.complete(interaction, command, option, typed)

    return complete
