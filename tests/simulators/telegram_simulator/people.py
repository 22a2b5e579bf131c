"""Users, and what they do in their Telegram clients."""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlparse

from simulation.changes import PATIENCE_SECONDS
from telegram_simulator.entities import Entity, Text, complete, units
from telegram_simulator.members import Json, User
from telegram_simulator.messages import Button, Message
from telegram_simulator.places import Chat, Place
from telegram_simulator.queries import Query

if TYPE_CHECKING:
    from telegram_simulator.scene import Scene


class Impossible(AssertionError):  # noqa: N818 - it is a sentence when raised
    """An action that Telegram's client doesn't let a user do."""


@dataclass(frozen=True)
class Asked:
    """A query to the bot; its answer is available once the bot has sent it."""

    query: Query

    @property
    def answered(self) -> bool:
        return self.query.answer is not None

    @property
    def milliseconds(self) -> float:
        """Milliseconds from the query to the answer."""
        assert self.query.answered is not None, "never answered"
        return (self.query.answered - self.query.asked) * 1000

    @property
    def _said(self) -> Json:
        return self.query.answer or {}


@dataclass(frozen=True)
class Answer(Asked):
    """The answer to a pressed button."""

    @property
    def text(self) -> str:
        return str(self._said.get("text", ""))

    @property
    def alert(self) -> bool:
        """Whether the text is an alert that the user must close."""
        return bool(self._said.get("show_alert"))

    @property
    def url(self) -> str | None:
        """A URL that opens automatically."""
        return self._said.get("url")

    def wait(self, seconds: float = PATIENCE_SECONDS) -> "Answer":
        """Wait for the answer; on a timeout, `answered` stays false."""
        self.query.done.wait(seconds)
        return self


@dataclass(frozen=True)
class Result:
    """An inline result."""

    id: str
    title: str
    description: str
    json: Json
    query: str
    person: "Person"


@dataclass(frozen=True)
class Results(Asked):
    """The inline results offered to a user."""

    typed: str
    person: "Person"

    @property
    def results(self) -> list[Result]:
        return [
            Result(
                one["id"],
                one.get("title", ""),
                one.get("description", ""),
                one,
                self.typed,
                self.person,
            )
            for one in self._said.get("results", [])
        ]

    @property
    def button(self) -> Json | None:
        """The button above the results."""
        return self._said.get("button")

    def wait(self, seconds: float = PATIENCE_SECONDS) -> "Results":
        """Wait for the results; on a timeout, `answered` stays false."""
        self.query.done.wait(seconds)
        return self


def _with_mentions(words: str, people: tuple[User, ...]) -> Text:
    """Turn the first occurrence of each person's name into a mention."""
    entities = []
    for person in people:
        at = words.find(person.name)
        if at < 0:
            raise Impossible(f"no {person.name} in {words!r}")
        entities.append(Entity("text_mention", units(words[:at]), units(person.name), user=person))
    return complete(Text(words, tuple(entities)))


@dataclass(eq=False, repr=False)
class Person(User):
    """A user of the bot."""

    scene: "Scene | None" = None

    @property
    def _in(self) -> "Scene":
        assert self.scene is not None
        return self.scene

    @property
    def private(self) -> Chat:
        """The private chat with the bot, where the bot can write once the user has."""
        return self._in.private(self)

    def whispers(self, chat: Chat) -> list[Message]:
        """Return what only this user sees in a group, oldest first."""
        found = list(chat.whispers.values())
        return [one for one in found if one.receiver is self and not one.deleted]

    def say(
        self, place: Place, words: str, *mentioned: User, reply_to: Message | None = None
    ) -> Message:
        """Write a message; the users mentioned get text mentions, which need no usernames."""
        self._may_write(place.chat)
        if reply_to is not None and (reply_to.deleted or reply_to.chat is not place.chat):
            raise Impossible("no such message to reply to here")
        return self._in.said(self, place, _with_mentions(words, mentioned), reply_to)

    def start(self, payload: str = "") -> Message:
        """Press Start in the private chat, or follow a link to it."""
        return self.say(self.private, f"/start {payload}".strip())

    def open(self, link: Button | str) -> Message:
        """Follow a link to the bot."""
        address = link if isinstance(link, str) else link.url or ""
        url, bot = urlparse(address), self._in.world.bot
        if (url.hostname, url.path.lower()) != ("t.me", f"/{bot.username}".lower()):
            raise Impossible(f"{address!r} does not lead to the bot")
        given = parse_qs(url.query, keep_blank_values=True)
        if given.keys() - {"start"}:
            raise Impossible(f"{address!r} does more than start the bot")
        return self.start(given.get("start", [""])[0])

    def press(self, message: Message, button: str | Button, *, wait: bool = True) -> Answer:
        """Press a button, named by its label or data.

        A `Button` seen earlier is pressed even if the message no longer has it, as by a client that
        hasn't received the edit yet.
        """
        if isinstance(button, str):
            found = [one for one in message.buttons if button in (one.label, one.data)]
            if len(found) != 1 or message.deleted:
                raise Impossible(f"{button!r}: {found}, of {message.buttons}")
            button = found[0]
        if button.data is None:
            raise Impossible(f"{button.label!r} doesn't send anything to the bot")
        return self.forge(message, button.data, wait=wait)

    def forge(self, message: Message, data: str, *, wait: bool = True) -> Answer:
        """Send any data as if a button had it."""
        self._is_in(message.chat)
        query = self._in.pressed(self, message, data)
        answer = Answer(query)
        return answer.wait() if wait else answer

    def inline(self, query: str, place: Place | None = None, *, wait: bool = True) -> Results:
        """Type the bot's name and a query in a chat."""
        asked = self._in.typed(self, query, place.chat if place else None)
        results = Results(asked, query, self)
        return results.wait() if wait else results

    def choose(self, result: Result, place: Place) -> Message:
        """Send one of the results to a chat."""
        self._may_write(place.chat)
        return self._in.chosen(self, result.query, result.json, place)

    def commands(self, place: Place) -> dict[str, str]:
        """Return the commands that this user's client offers in a place, with descriptions."""
        return self._in.offered(self, place.chat)

    def block(self) -> None:
        """Block the bot."""
        self._in.put_out(self, self.private)

    def unblock(self) -> None:
        """Unblock the bot."""
        self._in.let_in(self, self.private)

    def _is_in(self, chat: Chat) -> None:
        if self.id not in chat.people:
            raise Impossible(f"{self.name} is not in {chat.title or 'the chat'}")

    def _may_write(self, chat: Chat) -> None:
        self._is_in(chat)
        if chat.migrated_to is not None:
            raise Impossible(f"{chat.title} has become a supergroup")
