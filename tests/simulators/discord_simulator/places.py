"""Channels and their messages, as users see them and in Discord's format."""

import re
import time
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from typing_extensions import override

from discord_simulator import limits
from discord_simulator.members import GUEST, Guild, Json, Permission, User, written
from simulation.changes import Changes, Watched

if TYPE_CHECKING:
    from discord_simulator.world import World


class Flag(IntFlag):
    """Message flags."""

    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    COMPONENTS_V2 = limits.V2_FLAG


class MessageKind(IntEnum):
    """Message types."""

    PLAIN = 0
    ADDED = 1  # somebody was added to a thread
    REPLY = 19
    COMMAND = 20
    CONTEXT_MENU = 23


class ChannelKind(IntEnum):
    """Channel types."""

    TEXT = 0
    DIRECT = 1
    GROUP = 3
    CATEGORY = 4
    THREAD = 11
    DIRECTORY = 14
    FORUM = 15


@dataclass(frozen=True)
class Button:
    """A button as a user sees it."""

    label: str
    custom_id: str | None
    disabled: bool
    style: int
    url: str | None
    row: int
    emoji: str | None = None  # its name


@dataclass(frozen=True)
class Attachment:
    """A file in a message; `alt` is its alternative text."""

    id: int
    name: str
    data: bytes
    alt: str | None
    url: str
    content_type: str

    def json(self) -> Json:
        described = {} if self.alt is None else {"description": self.alt}
        return described | {
            "id": str(self.id),
            "filename": self.name,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }


@dataclass(eq=False)
class Channel(Watched["Message"]):
    """A place for messages: a text channel, a thread or a DM.

    A DM is the bot's with its `recipient`, or one between `people`, where the bot is not a member.
    """

    world: "World"
    id: int
    kind: ChannelKind
    name: str
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipient: User | None = None
    people: tuple[User, ...] = ()
    owner: User | None = None  # of a thread
    archived: bool = False
    locked: bool = False
    archives_after: int = 1440  # minutes without a message
    joined: dict[int, User] = field(default_factory=dict)  # who is in a thread, besides the bot
    refused: Permission = field(default_factory=lambda: Permission(0))
    history: dict[int, "Message"] = field(default_factory=dict)
    deleted: bool = False

    @property
    @override
    def messages(self) -> list["Message"]:
        """The messages visible to everyone here, oldest first."""
        return [message for message in list(self.history.values()) if message.seen_by is None]

    @property
    @override
    def _changes(self) -> Changes:
        return self.world.changes

    @property
    def has_bot(self) -> bool:
        """Whether the bot is a member here."""
        if self.guild is None:
            return self.recipient is not None
        return self.world.bot.id in self.guild.members

    def allowed_to_bot(self) -> Permission:
        """The bot's permissions here."""
        if not self.has_bot:
            return GUEST
        assert self.guild is not None
        place = self.parent or self
        return self.guild.may(self.world.bot) & ~place.refused

    def json(self) -> Json:
        newest = max(self.history, default=None)
        found: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "flags": 0,
            "last_message_id": newest and str(newest),
        }
        if self.recipient is not None:
            return found | {"recipients": [self.recipient.json()]}
        if self.people:
            found["recipients"] = [person.json() for person in self.people]
            named = {"name": self.name or None, "icon": None, "owner_id": str(self.people[0].id)}
            return found | (named if self.kind is ChannelKind.GROUP else {})
        assert self.guild is not None
        found |= {
            "guild_id": str(self.guild.id),
            "name": self.name,
            "rate_limit_per_user": 0,
            "parent_id": self.parent and str(self.parent.id),
        }
        if self.kind is ChannelKind.THREAD:
            return found | {
                "owner_id": str((self.owner or self.world.bot).id),
                "message_count": len(self.history),
                "total_message_sent": len(self.history),
                "member_count": 1 + len(self.people),
                "thread_metadata": {
                    "archived": self.archived,
                    "archive_timestamp": written(self.guild.joined),
                    "auto_archive_duration": self.archives_after,
                    "locked": self.locked,
                    "create_timestamp": written(self.guild.joined),
                },
            }
        overwrite = {
            "id": str(self.world.bot.id),
            "type": 1,
            "allow": "0",
            "deny": str(int(self.refused)),
        }
        return found | {
            "position": 0,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": [overwrite] if self.refused else [],
        }


@dataclass(eq=False)
class Message:
    """The current state of a message; edits change it."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: Flag = field(default_factory=lambda: Flag(0))
    kind: MessageKind = MessageKind.PLAIN
    nonce: str | None = None
    reply_to: int | None = None
    seen_by: User | None = None  # the only user who sees it, if private
    asked: Json | None = None  # the interaction that it responds to
    mentions: list[User] = field(default_factory=list)
    pinged: list[User] = field(default_factory=list)  # the users who were notified
    created: float = field(default_factory=time.time)
    edited: float | None = None
    edits: int = 0
    old_edits: int = 0  # edits made when it was over an hour old
    deleted: bool = False

    @property
    def words(self) -> str:
        """What the message says besides its pictures and emoji, in either version."""
        return re.sub(r"(<:\w+:\d+>)+ ?", "", self.text)

    @property
    def text(self) -> str:
        """All text in the message."""
        return "\n".join(filter(None, [self.content, *limits.texts(self.components)]))

    @property
    def loading(self) -> bool:
        """Whether the message only says that the bot is thinking."""
        return Flag.LOADING in self.flags

    @property
    def buttons(self) -> list[Button]:
        rows = [one for one in limits.every(self.components) if one["type"] == limits.ROW]
        return [
            Button(
                one.get("label") or "",
                one.get("custom_id"),
                bool(one.get("disabled")),
                one["style"],
                one.get("url"),
                number,
                (one.get("emoji") or {}).get("name"),
            )
            for number, row in enumerate(rows)
            for one in row["components"]
            if one["type"] == limits.BUTTON
        ]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [button.label for button in self.buttons if not button.disabled]

    @property
    def codes(self) -> list[str]:
        """What the buttons send to the bot."""
        return [button.custom_id for button in self.buttons if button.custom_id is not None]

    @property
    def links(self) -> list[str]:
        """Where the buttons lead that send nothing to the bot."""
        return [button.url for button in self.buttons if button.url is not None]

    @property
    def selects(self) -> list[Json]:
        """The menus, in Discord's format."""
        return [one for one in limits.every(self.components) if one["type"] in (3, 5, 6, 7, 8)]

    @property
    def picture(self) -> bytes | None:
        return self.attachments[0].data if self.attachments else None

    @property
    def alt(self) -> str | None:
        return next(iter(self.alts), None)

    @property
    def alts(self) -> list[str | None]:
        """The alternative texts of the pictures; the second version has them in galleries."""
        if Flag.COMPONENTS_V2 not in self.flags:
            return [one.alt for one in self.attachments]
        galleries = [c for c in limits.every(self.components) if c["type"] == limits.GALLERY]
        return [item.get("description") for gallery in galleries for item in gallery["items"]]

    @property
    def accent(self) -> int | None:
        """The colour of its frame's edge."""
        return next((c.get("accent_color") for c in self.components if "accent_color" in c), None)

    def json(self) -> Json:
        guild = self.channel.guild
        found: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "type": int(self.kind),
            "author": self.author.json(),
            "content": self.content,
            "components": self.components,
            "attachments": [attachment.json() for attachment in self.attachments],
            "embeds": [],
            "flags": int(self.flags),
            "timestamp": written(self.created),
            "edited_timestamp": written(self.edited),
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [user.json() for user in self.mentions],
            "mention_roles": [],
        }
        if self.nonce is not None:
            found["nonce"] = self.nonce
        if self.reply_to is not None:
            found["message_reference"] = {
                "type": 0,
                "channel_id": str(self.channel.id),
                "message_id": str(self.reply_to),
                **({"guild_id": str(guild.id)} if guild else {}),
            }
        if self.asked is not None:
            found |= {
                "interaction_metadata": self.asked,
                "application_id": str(self.author.id),
                "webhook_id": str(self.author.id),
            }
        return found
