"""The platforms as the people of the week use them: what they press and type, and what they see."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.acts import registry
from bot.acts.act import Act
from bot.table.people import Place, Platform, User
from discord_simulator.members import Guild
from discord_simulator.people import Answer as DiscordAnswer
from discord_simulator.people import Person as DiscordPerson
from discord_simulator.places import Channel, ChannelKind
from discord_simulator.places import Message as DiscordMessage
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.messages import Message as TelegramMessage
from telegram_simulator.people import Answer as TelegramAnswer
from telegram_simulator.people import Person as TelegramPerson
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from tests.week.mail import Look, Mail, acts

ANSWER_SECONDS = 20.0
"""How long people on Telegram wait for the answer to a press, in real seconds."""


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """The reply of the web chat to a press; `answered` is false if no process gave one."""

    answered: bool
    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press, and what its presser was told; read it some seconds later."""

    at: float
    user: User
    act: Act
    answer: DiscordAnswer | TelegramAnswer | PageAnswer

    @property
    def answered(self) -> bool:
        """Whether the platform showed that the bot had got it."""
        if isinstance(self.answer, DiscordAnswer):
            return not self.answer.failed
        return self.answer.answered

    @property
    def said(self) -> str:
        """What the bot told the presser, empty if the board said it all."""
        if isinstance(self.answer, DiscordAnswer):
            return "\n".join(one.text for one in self.answer.messages if one.seen_by is not None)
        return self.answer.text


class Town(Protocol):
    """A platform with people and channels."""

    mail: Mail
    platform: Platform

    def person(self, name: str) -> User:
        """Create a person."""
        ...

    def channel(self, name: str, *people: User) -> Place:
        """Create a channel with some people."""
        ...

    def refuse_private(self, user: User) -> None:
        """Let a person refuse private messages by the bot."""
        ...

    def leave(self, user: User) -> None:
        """Let a person leave all channels."""
        ...

    def appoint(self, user: User, place: Place) -> None:
        """Make a person a moderator of a place, if it can have any."""
        ...

    def say(self, user: User, place: Place, command: str, *people: User, **options: str) -> None:
        """Type a command, which may name people."""
        ...

    def prefer(self, user: User, place: Place, preferences: Mapping[str, str]) -> None:
        """Set a person's preferences, by option."""
        ...

    def press(self, user: User, place: Place, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Press the first such button of the newest message that has one, None if none has."""
        ...


@dataclass
class Village:
    """A Discord server."""

    simulator: DiscordSimulator
    mail: Mail
    platform = Platform.DISCORD
    _people: dict[User, DiscordPerson] = field(default_factory=dict)
    _channels: dict[Place, Channel] = field(default_factory=dict)
    _guild: Guild = field(init=False)

    def __post_init__(self) -> None:
        self._guild = self.simulator.guild("Village")
        publish = self.simulator.world.publish

        def tap(event: str, data: dict[str, Any], guild: Guild | None) -> None:
            self._note(event, data)
            publish(event, data, guild)

        self.simulator.world.publish = tap

    def _note(self, event: str, data: Mapping[str, Any]) -> None:
        if not event.startswith("MESSAGE_"):
            return
        channel, number = self.simulator.world.channels[int(data["channel_id"])], int(data["id"])
        if event == "MESSAGE_DELETE":
            self.mail.deleted(_place(channel), data["id"])
            return
        message = channel.history[number]
        if message.author is not self.simulator.world.bot:
            return
        look = self._look(message)
        if event == "MESSAGE_CREATE":
            called, named = (
                [_discord_user(user.id) for user in people]
                for people in (message.pinged, message.mentions)
            )
            self.mail.posted(_place(channel), str(message.id), called, named, look)
        else:
            self.mail.edited(_place(channel), str(message.id), look)

    def _look(self, message: DiscordMessage) -> Look:
        buttons = [button.custom_id for button in message.buttons]
        options = [
            option["value"] for menu in message.selects for option in menu.get("options", [])
        ]
        links = sum(button.url is not None for button in message.buttons)
        return Look(self.mail.clock(), message.text, acts([*options, *buttons]), links)

    def person(self, name: str) -> User:
        person = self.simulator.person(name, self._guild)
        user = _discord_user(person.id)
        self._people[user] = person
        return user

    def channel(self, name: str, *people: User) -> Place:
        channel = self.simulator.channel(self._guild, name)
        self._channels[_place(channel)] = channel
        return _place(channel)

    def refuse_private(self, user: User) -> None:
        self._people[user].takes_direct_messages = False

    def leave(self, user: User) -> None:
        self.simulator.leave(self._people[user], self._guild)

    def appoint(self, user: User, place: Place) -> None:
        self.simulator.appoint(self._people[user], self._guild)

    def say(self, user: User, place: Place, command: str, *people: User, **options: str) -> None:
        line, known = self._found(command)
        given: dict[str, object] = {k: v for k, v in options.items() if k in known}
        if further := " ".join(f"{k}={v}" for k, v in options.items() if k not in known):
            given["options"] = further
        if people:
            given["opponent"] = self._people[people[0]]
        self._people[user].command(self._channels[place], line, **given)

    def prefer(self, user: User, place: Place, preferences: Mapping[str, str]) -> None:
        self._people[user].command(self._channels[place], "puluc me settings", **preferences)

    def _found(self, command: str) -> tuple[str, set[str]]:
        """Return how a command is called here, and the names of its options."""
        for root in self.simulator.commands[None]:
            for one in root.get("options", []):
                for path in ([one], *([one, inner] for inner in one.get("options") or [])):
                    if path[-1]["name"] == command and path[-1]["type"] == 1:
                        line = " ".join([root["name"], *(step["name"] for step in path)])
                        return line, {option["name"] for option in path[-1].get("options") or []}
        raise LookupError(f"no command {command!r} on Discord")

    def press(self, user: User, place: Place, wanted: Callable[[Act], bool]) -> Pressed | None:
        person, channel = self._people[user], self._channels[place]
        seen = [one for one in list(channel.history.values()) if one.seen_by in (None, person)]
        for message in reversed(seen):
            for menu in message.selects:
                for option in menu.get("options", []):
                    if any(map(wanted, acts([option["value"]]))):
                        answer = person.choose(message, option["value"], select=menu["custom_id"])
                        return self._pressed(user, option["value"], answer)
            for button in message.buttons:
                if any(map(wanted, acts([button.custom_id]))):
                    return self._pressed(user, str(button.custom_id), person.press(message, button))
        return None

    def _pressed(self, user: User, code: str, answer: DiscordAnswer) -> Pressed:
        return Pressed(self.mail.clock(), user, registry.decode(code), answer)


def _discord_user(number: int) -> User:
    return User(Platform.DISCORD, str(number))


def _place(channel: Channel) -> Place:
    if channel.kind is ChannelKind.DIRECT and channel.recipient is not None:
        return Place.private(_discord_user(channel.recipient.id))
    return Place(Platform.DISCORD, str(channel.id))


@dataclass
class Square:
    """Telegram groups."""

    simulator: TelegramSimulator
    mail: Mail
    platform = Platform.TELEGRAM
    _people: dict[User, TelegramPerson] = field(default_factory=dict)
    _chats: dict[Place, Chat] = field(default_factory=dict)

    def __post_init__(self) -> None:
        world = self.simulator.world
        post, edit, delete = world.post, world.edit, world.delete

        def posted(message: TelegramMessage) -> TelegramMessage:
            post(message)
            if message.sender is world.bot:
                called, named = (
                    [_telegram_user(user.id) for user in people]
                    for people in (message.pinged, message.mentions)
                )
                place = _chat_place(message.chat)
                self.mail.posted(place, str(message.id), called, named, self._look(message))
            return message

        def edited(message: TelegramMessage, *changes: Any) -> None:
            edit(message, *changes)
            self.mail.edited(_chat_place(message.chat), str(message.id), self._look(message))

        def deleted(message: TelegramMessage) -> None:
            delete(message)
            self.mail.deleted(_chat_place(message.chat), str(message.id))

        vars(world).update(post=posted, edit=edited, delete=deleted)

    def _look(self, message: TelegramMessage) -> Look:
        buttons = [button.data for button in message.buttons]
        links = sum(button.url is not None for button in message.buttons)
        return Look(self.mail.clock(), message.words, acts(buttons), links)

    def person(self, name: str) -> User:
        person = self.simulator.person(name)
        user = _telegram_user(person.id)
        self._people[user] = person
        person.start()
        return user

    def channel(self, name: str, *people: User) -> Place:
        inside = [self._people[user] for user in people]
        chat = self.simulator.supergroup(name, *inside)
        self._chats[_chat_place(chat)] = chat
        return _chat_place(chat)

    def refuse_private(self, user: User) -> None:
        self._people[user].block()

    def leave(self, user: User) -> None:
        person = self._people[user]
        for chat in self._chats.values():
            if person.id in chat.people:
                self.simulator.leave(person, chat)

    def appoint(self, user: User, place: Place) -> None:
        self.simulator.appoint(self._people[user], self._chats[place])

    def say(self, user: User, place: Place, command: str, *people: User, **options: str) -> None:
        named = [self._people[one] for one in people]
        words = [one.name for one in named] + [f"{k}={v}" for k, v in options.items()]
        line = " ".join([f"/{command}@{self.simulator.username}", *words])
        self._people[user].say(self._chats[place], line, *named)

    def prefer(self, user: User, place: Place, preferences: Mapping[str, str]) -> None:
        words = " ".join(f"{name}={value}" for name, value in preferences.items())
        person = self._people[user]
        person.say(person.private, f"/me {words}")

    def press(self, user: User, place: Place, wanted: Callable[[Act], bool]) -> Pressed | None:
        person, chat = self._people[user], self._chats[place]
        for message in (*reversed(chat.messages), *reversed(person.whispers(chat))):
            for button in message.buttons:
                if any(map(wanted, acts([button.data]))):
                    answer = person.press(message, button, wait=False).wait(ANSWER_SECONDS)
                    act = registry.decode(str(button.data))
                    return Pressed(self.mail.clock(), user, act, answer)
        return None


def _telegram_user(number: int) -> User:
    return User(Platform.TELEGRAM, str(number))


def _chat_place(chat: Chat) -> Place:
    if chat.kind == "private":
        return Place.private(_telegram_user(chat.id))
    return Place(Platform.TELEGRAM, str(chat.id))
