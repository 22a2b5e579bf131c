"""People in a supergroup on Telegram, who have all started the bot."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Self

from typing_extensions import override

from bot.on_telegram import connection
from telegram_simulator.simulator import TelegramSimulator
from tests.scenarios.platform import Platform
from tests.scenarios.program import Runner
from tests.scenarios.town import NAMES, Button, Message, Town

LOST, MANY = 502, 100_000
"""The status of a request that gets no answer, and a number of requests that no test reaches."""

POSTS = ("sendPhoto", "sendMessage")
"""How boards are posted, with a picture or without."""

ATTEMPTS = ("send", "edit", "delete")
"""How the names of methods begin that show or change something."""

BARE = ("level", "ruleset", "options", "game")
"""What is typed without its name."""


@dataclass
class TelegramTown(Town):
    """See `Town`."""

    most_strays = 1  # Telegram can't tell that a message is sent again

    alerts: dict[Any, list[Message]] = field(default_factory=lambda: defaultdict(list))
    """What the bot has told people who pressed buttons, without a message."""

    pressed: dict[Message, int] = field(default_factory=dict)
    """Messages with a button that has been pressed, and how often each had been edited before."""

    @override
    def command(self, person: Any, name: str, *others: Any, **given: str) -> None:
        *_, command = name.removesuffix(" settings").split()
        words = [f"/{command}@{self.sim.username}", *(other.name for other in others)]
        words += [given[name] for name in BARE if name in given]
        words += [f"{name}={value}" for name, value in given.items() if name not in BARE]
        place = person.private if command in ("games", "me", "next") else self.plaza
        person.say(place, " ".join(words), *others)

    @override
    def press(self, person: Any, message: Message, button: str | Button) -> None:
        """A link in the answer is followed."""
        self.pressed[message] = message.edits
        answer = person.press(message, button)
        if answer.text:
            self.alerts[person].append(SimpleNamespace(words=answer.text, labels=[], picture=None))
        if answer.url:
            person.open(answer.url)

    @override
    def invite(self, host: Any, *others: Any) -> None:
        """A command invites."""
        self.command(host, "invite", *others)

    @override
    def guests(self, count: int) -> Sequence[Any]:
        return [self.sim.person(f"Guest{one}", self.plaza) for one in range(count)]

    @override
    def leaves(self, person: Any) -> None:
        self.sim.leave(person, self.plaza)

    @override
    def shuts_out(self, person: Any) -> None:
        person.block()

    @property
    @override
    def messages(self) -> list[Message]:
        return [one for one in self.plaza.messages if one.sender.bot]

    @override
    def answers(self, person: Any) -> list[Message]:
        """In a group, everyone sees the answers to commands.

        A question that has been answered stays, but is no answer any more.
        """
        here = [one for one in self.messages if one.edits > self.pressed.get(one, -1)]
        return [*here, *self.notices(person), *self.alerts[person]]

    @override
    def notices(self, person: Any) -> list[Message]:
        return [one for one in person.private.messages if one.sender.bot]

    @override
    def files(self, person: Any) -> list[str]:
        found = [*self.plaza.messages, *person.private.messages]
        return [one.document.decode() for one in found if one.document]

    @override
    def described(self, board: Message) -> str:
        (words,) = board.marked("expandable_blockquote")  # type: ignore[attr-defined] # only Telegram has it
        return str(words)

    @override
    def deadline(self, board: Message) -> float:
        """Boards tell the deadline in UTC, without the year."""
        found = re.search(r"has until (\d+ \w+), (\d\d:\d\d) UTC", board.words)
        assert found is not None, board.words
        now = datetime.fromtimestamp(self.clock(), UTC)
        written = f"{found[1]} {now.year} {found[2]} +0000"
        moment = datetime.strptime(written, "%d %b %Y %H:%M %z")
        return (moment if moment >= now else moment.replace(year=now.year + 1)).timestamp()

    @property
    @override
    def posts(self) -> int:
        return self._sent(200, "sendPhoto")

    @override
    def removes_bot(self) -> None:
        self.sim.kick_bot(self.plaza)

    @override
    def elsewhere(self) -> Self:
        return replace(self, plaza=_greeted(self.sim, "Elsewhere", self.people))

    @property
    @override
    def attempts(self) -> int:
        return sum(
            one.method.startswith(ATTEMPTS) and str(one.params.get("chat_id")) == str(self.plaza.id)
            for one in self.sim.requests
        )

    @property
    @override
    def editing(self) -> str:
        return f"editMessageMedia {self.plaza.id}"

    @override
    def lose_boards(self, *, arrived: bool) -> None:
        for method in POSTS:
            self.sim.break_next(LOST, int(arrived), f"{method} {self.plaza.id}", applied=True)
            self.sim.break_next(LOST, MANY, f"{method} {self.plaza.id}")

    @property
    @override
    def lost(self) -> int:
        return self._sent(LOST, *POSTS)

    def _sent(self, status: int, *methods: str) -> int:
        return sum(
            one.method in methods
            and one.status == status
            and str(one.params.get("chat_id")) == str(self.plaza.id)
            for one in self.sim.requests
        )


def settings(sim: TelegramSimulator) -> Mapping[str, str]:
    """See `Platform.settings`."""
    return {
        "telegram_api_url": sim.url,
        "telegram_token": sim.token,
        "telegram_group_minute": str(MANY),
    }


def meet(program: Runner, sim: TelegramSimulator) -> TelegramTown:
    """Let people, who have started the bot, meet in a new supergroup."""
    people = tuple(sim.person(name) for name in NAMES)
    for person in people:
        person.start()
        _delete_greeting(sim, person.private)
    return TelegramTown(program, sim, people, _greeted(sim, "Plaza", people))


def _greeted(sim: TelegramSimulator, title: str, people: Sequence[Any]) -> Any:
    """Return a new supergroup, past the bot's greeting."""
    group = sim.supergroup(title, *people)
    _delete_greeting(sim, group)
    return group


def _delete_greeting(sim: TelegramSimulator, chat: Any) -> None:
    """Wait for the bot's greeting and delete it, so that it doesn't pass for an answer."""
    sim.delete(chat.wait_for(lambda message: "Learn" in message.labels))


TELEGRAM = Platform(TelegramSimulator, settings, connection.opened, meet)
