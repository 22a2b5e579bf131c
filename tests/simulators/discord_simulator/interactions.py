"""Interactions: what a user did, and how the bot responded."""

import threading
import time
from dataclasses import dataclass, field
from enum import IntEnum
from secrets import token_urlsafe
from typing import Any

from discord_simulator import limits, messages
from discord_simulator.commands import context_of
from discord_simulator.members import GUEST, Json, Permission, User
from discord_simulator.messages import Files
from discord_simulator.places import Channel, Flag, Message, MessageKind
from discord_simulator.refusals import Refused
from discord_simulator.world import World

MAX_FOLLOWUPS = 5
"""How many follow-ups an interaction may have where the bot is not a member."""


class Kind(IntEnum):
    """What a user did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """The type of the bot's first response."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ANSWERS = {
    Kind.COMMAND: {Callback.MESSAGE, Callback.DEFERRED, Callback.MODAL},
    Kind.COMPONENT: set(Callback) - {Callback.CHOICES},
    Kind.AUTOCOMPLETE: {Callback.CHOICES},
    Kind.MODAL: set(Callback) - {Callback.CHOICES, Callback.MODAL},
}


@dataclass(eq=False)
class Interaction:
    """An interaction and its responses."""

    id: int
    kind: Kind
    user: User
    channel: Channel
    data: Json
    message: Message | None = None  # the one whose component was used
    showed: "Interaction | None" = None  # the one whose response showed the submitted form
    token: str = field(default_factory=lambda: token_urlsafe(96))
    made: float = field(default_factory=time.monotonic)
    acknowledgement: Callback | None = None
    acknowledged_after: float | None = None  # seconds
    acknowledged: threading.Event = field(default_factory=threading.Event)
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    followed: int = 0  # how many follow-ups were sent, also those that replaced "thinking"
    choices: list[Json] | None = None
    modal: Json | None = None

    @property
    def asked(self) -> Json:
        """The interaction metadata in messages that respond to it."""
        found: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.user.json(),
            "authorizing_integration_owners": self._owners,
        }
        if self.showed is not None:
            found["triggering_interaction_metadata"] = self.showed.asked
        elif self.message is not None:
            found["interacted_message_id"] = str(self.message.id)
        return found

    @property
    def _owners(self) -> dict[str, str]:
        """Who has installed the app: the guild, the user or both.

        For a component, the user is the one whose command its message answers, also if somebody
        else uses it.
        """
        guild, found = self.channel.guild, {}
        if self.channel.has_bot:
            found["0"] = str(guild.id if guild else 0)
        if self.message is not None:
            asked = self.message.asked or {}
            brought = asked.get("authorizing_integration_owners", {}).get("1")
        else:
            brought = str(self.user.id) if self.user.has_app else None
        return found if brought is None else found | {"1": brought}

    @property
    def is_hidden(self) -> bool:
        """Whether all answers are private: the user may not show others' apps in this guild."""
        guild = self.channel.guild
        if guild is None or self.channel.has_bot:
            return False
        return Permission.USE_EXTERNAL_APPS not in guild.may(self.user)

    def json(self) -> Json:
        """The payload of INTERACTION_CREATE."""
        bot, guild = self.channel.world.bot, self.channel.guild
        found: Json = {
            "id": str(self.id),
            "application_id": str(bot.id),
            "type": int(self.kind),
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "channel": self.channel.json(),
            "locale": self.user.locale,
            "entitlements": [],
            "authorizing_integration_owners": self._owners,
            "context": context_of(self.channel),
            "attachment_size_limit": limits.FILE_BYTES,
        }
        if self.message is not None:
            found["message"] = self.message.json()
        if guild is None:
            allowed = Permission(0) if self.channel.has_bot else GUEST
            return found | {"user": self.user.json(), "app_permissions": str(int(allowed))}
        permissions = str(int(guild.may(self.user)))
        return found | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": guild.member(self.user) | {"permissions": permissions},
            "app_permissions": str(int(self.channel.allowed_to_bot())),
        }


class Interactions:
    """All interactions, by token."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.first_answer_seconds = 3.0
        self.token_seconds = 900.0
        self._known: dict[str, Interaction] = {}

    def begin(self, interaction: Interaction) -> None:
        self._known[interaction.token] = interaction

    @property
    def all(self) -> tuple[Interaction, ...]:
        return tuple(self._known.values())

    def expire(self) -> None:
        """Let all tokens expire."""
        for interaction in self._known.values():
            interaction.made -= self.token_seconds

    def callback(self, token: str, body: Json, files: Files) -> Json:
        """Apply the first response, and return what the bot gets back."""
        interaction = self._known.get(token)
        if interaction is None:
            raise Refused(10062)
        if interaction.acknowledgement is not None:
            raise Refused(40060)
        late = time.monotonic() - interaction.made
        if late > self.first_answer_seconds:
            raise Refused(10062)
        answer = Callback(body["type"])
        if answer not in ANSWERS[interaction.kind] or (
            answer in (Callback.UPDATE, Callback.DEFERRED_UPDATE) and interaction.message is None
        ):
            raise Refused(50035, [f"{answer.name} does not answer {interaction.kind.name}"])
        self._apply(interaction, answer, body.get("data") or {}, files)
        interaction.acknowledged_after = late
        interaction.acknowledgement = answer
        interaction.acknowledged.set()
        self.world.changes.touch()
        return self._resource(interaction, answer)

    def _apply(self, interaction: Interaction, answer: Callback, data: Json, files: Files) -> None:
        if answer is Callback.MESSAGE:
            interaction.original = self._say(interaction, data, files)
        elif answer is Callback.DEFERRED:
            if Flag(data.get("flags") or 0) & Flag.COMPONENTS_V2:
                raise Refused(50035, ["a deferred response has no components yet"])
            private = Flag(data.get("flags") or 0) & Flag.EPHEMERAL
            body = {"flags": int(private | Flag.LOADING)}
            interaction.original = self._say(interaction, body, {})
        elif answer is Callback.UPDATE:
            interaction.original = messages.edit(self._pressed(interaction), data, files)
        elif answer is Callback.DEFERRED_UPDATE:
            interaction.original = interaction.message
        elif answer is Callback.CHOICES:
            interaction.choices = data.get("choices") or []
        else:
            interaction.modal = data

    def _pressed(self, interaction: Interaction) -> Message:
        if interaction.message is None or interaction.message.deleted:
            raise Refused(10008)
        messages.thread_is_open(interaction.channel)
        return interaction.message

    def _say(self, interaction: Interaction, body: Json, files: Files) -> Message:
        private = Flag(body.get("flags") or 0) & Flag.EPHEMERAL or interaction.is_hidden
        replies = interaction.original or interaction.message
        kind = MessageKind.REPLY if replies else MessageKind.COMMAND
        if interaction.data.get("type") in (2, 3) and interaction.kind is Kind.COMMAND:
            kind = MessageKind.REPLY if replies else MessageKind.CONTEXT_MENU
        return messages.post(
            interaction.channel,
            self.world.bot,
            body,
            files,
            kind=kind,
            reply_to=replies.id if replies else None,
            seen_by=interaction.user if private else None,
            asked=interaction.asked,
        )

    def _resource(self, interaction: Interaction, answer: Callback) -> Json:
        about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
        if (original := interaction.original) is not None:
            about |= {
                "response_message_id": str(original.id),
                "response_message_loading": original.loading,
                "response_message_ephemeral": original.seen_by is not None,
            }
            if answer in (Callback.MESSAGE, Callback.UPDATE):
                resource = {"type": int(answer), "message": original.json()}
                return {"interaction": about, "resource": resource}
        return {"interaction": about}

    def _alive(self, token: str) -> Interaction:
        interaction = self._known.get(token)
        if interaction is None or interaction.acknowledgement is None:
            raise Refused(10015)
        if time.monotonic() - interaction.made > self.token_seconds:
            raise Refused(50027)
        return interaction

    def message(self, token: str, name: str) -> Message:
        """Return a response by its message id, or "@original"."""
        interaction = self._alive(token)
        answers = [interaction.original, *interaction.followups]
        found = next(
            (
                answer
                for answer in answers
                if answer and name in ("@original", str(answer.id)) and not answer.deleted
            ),
            None,
        )
        if found is None or (name == "@original" and found is not interaction.original):
            raise Refused(10008)
        return found

    def follow_up(self, token: str, body: Json, files: Files) -> Message:
        """Send a further response; the first after a deferral replaces "thinking"."""
        interaction = self._alive(token)
        if interaction.followed >= MAX_FOLLOWUPS and not interaction.channel.has_bot:
            raise Refused(40094)
        interaction.followed += 1
        original = interaction.original
        if original is not None and original.loading and not original.deleted:
            return messages.edit(original, body, files)
        message = self._say(interaction, body, files)
        interaction.followups.append(message)
        self.world.changes.touch()
        return message


def resolved(users: list[User], channel: Channel) -> dict[str, Any]:
    """Return the full objects of users named in a command."""
    found: Json = {"users": {str(user.id): user.json() for user in users}}
    if channel.guild is not None:
        members = {}
        for user in users:
            if user.id in channel.guild.members:
                member = channel.guild.member(user)
                del member["user"]
                permissions = str(int(channel.guild.may(user)))
                members[str(user.id)] = member | {"permissions": permissions}
        found["members"] = members
    return found
