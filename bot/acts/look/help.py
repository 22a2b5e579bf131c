"""Listing the commands, by topic.

The topics are data: the first page names them all, and each has a page of its own, which a button
shows in place of the page before. Texts by name: `help.topic.<name>` is on the button and above the
page, and `help.topic.<name>.line` says on the first page what is there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.order import in_order
from bot.commands.command import Command
from bot.commands.commands import Typed, commands
from bot.games.catalogue import Games, title
from bot.games.option import Option
from bot.table.button import Button, Group, Posts
from bot.table.request import Refusal, Reply
from engine.text import Text

_BY_TOPIC: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("play", "learn", "rules", "practice", "demo", "help"),
    "people": (
        *("challenge", "open", "accept", "decline", "cancel", "change", "share", "word"),
        *("leave", "begin", "sit", "watch"),
        *("take", "block", "unblock"),
    ),
    "game": (),
    "after": ("series", "review", "record", "verify", "quit"),
    "options": (),
    "time": (),
    "you": ("me", "link", "unlink", "sessions", "mydata", "forgetme"),
    "place": ("settings", "close"),
}
"""The commands of each topic, in the order of the pages. Those of no topic are about a game."""

_REST: Final = "game"

TOPICS: Final = tuple(_BY_TOPIC)
"""The names of all topics, in order."""

TOPIC: Final = Option("topic", choices=TOPICS, bare=True, named="help.topic.")

SHELF: Final = "topics"
"""The shelf of the topics' buttons."""


@dataclass(frozen=True, slots=True)
class Help(Act):
    """Explain the commands and options of a topic; without one, name the topics."""

    declared = Declaration(
        "help",
        Command("help", (TOPIC,)),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        pages=True,
    )

    topic: str = ""

    @classmethod
    @override
    def read(cls, typed: Typed) -> "Help":
        return cls(typed.values.get(TOPIC.name, ""))

    @override
    async def handle(self, here: Context) -> Reply:
        groups = (Group(SHELF, Text("help.topics"), menu=True),)
        choices = tuple(
            Button(_title(each), Help(each), shelf=SHELF) for each in TOPICS if each != self.topic
        )
        if not self.topic:
            listed = (Text("help.topic", word=each, line=_line(each)) for each in TOPICS)
            return Reply((Text("help.intro"), *listed), choices=choices, groups=groups)
        if self.topic not in TOPICS:  # a forged button
            raise Refusal(Text("press.unknown"))
        texts = _LISTS.get(self.topic, _commands_of)(here.games, self.topic)
        return Reply((_title(self.topic), *texts), headed=True, choices=choices, groups=groups)


def _title(topic: str) -> Text:
    return Text(f"help.topic.{topic}")


def _line(topic: str) -> Text:
    return Text(f"help.topic.{topic}.line")


def of_topic(topic: str) -> tuple[Command, ...]:
    """Return the commands of a topic, in the order of lists."""
    elsewhere = {name for names in _BY_TOPIC.values() for name in names}
    names = _BY_TOPIC[topic]
    return tuple(
        each
        for each in in_order()
        if each.name in names or (topic == _REST and each.name not in elsewhere)
    )


def _commands_of(_games: Games, topic: str) -> Iterator[Text]:
    for command in of_topic(topic):
        yield Text("help.line", usage=command.usage, does=Text(f"command.{command.name}"))


def _game_options(games: Games, _topic: str) -> Iterator[Text]:
    usual, *others = (each.rulesets[0] for each in games.families)
    yield Text("help.options")
    yield from map(_option_line, games.options(usual).values())
    for ruleset in others:
        names = " ".join(f"{option.name}=" for option in games.options(ruleset).values())
        yield Text("help.options-of", ruleset=title(ruleset), options=names)


def _terms(games: Games, _topic: str) -> Iterator[Text]:
    yield Text("help.terms")
    yield from map(_option_line, commands(games).terms)


_LISTS: Final[Mapping[str, Callable[[Games, str], Iterator[Text]]]] = {
    "options": _game_options,
    "time": _terms,
}
"""The topics that explain options rather than commands."""


def _option_line(option: Option) -> Text:
    usage = f"{option.name}={option.values}"
    return Text("help.option", usage=usage, does=Text(option.text))
