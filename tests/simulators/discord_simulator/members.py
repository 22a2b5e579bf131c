"""Users, guilds and permissions."""

import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntFlag
from typing import Any

Json = dict[str, Any]


class Permission(IntFlag):
    """The permissions of a member, as far as a game needs them."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


P = Permission
USUAL = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.USE_APPLICATION_COMMANDS
    | P.CREATE_PUBLIC_THREADS
    | P.SEND_MESSAGES_IN_THREADS
    | P.USE_EXTERNAL_APPS
)
GUEST = P.ATTACH_FILES | P.EMBED_LINKS | P.MENTION_EVERYONE
"""What an app may do where only a user has brought it along."""
MODERATOR = USUAL | P.MANAGE_CHANNELS | P.MANAGE_GUILD | P.MANAGE_MESSAGES | P.MANAGE_THREADS


def written(moment: float | None) -> str | None:
    """Format a timestamp (seconds since 1970) as Discord does."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat()


@dataclass(eq=False)
class User:
    """A user with an account."""

    id: int
    name: str
    locale: str = "en-GB"
    bot: bool = False
    takes_direct_messages: bool = True
    has_app: bool = False  # whether they have installed the bot's app for themselves
    deleted: bool = False

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def json(self) -> Json:
        username = re.sub(r"[^a-z0-9_.]", "", self.name.lower()) or f"user{self.id}"
        return {
            "id": str(self.id),
            "username": f"deleted_user_{self.id}" if self.deleted else username,
            "discriminator": "0",
            "global_name": None if self.deleted else self.name or None,
            "avatar": None,
            "primary_guild": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
        }


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner: User
    locale: str
    members: dict[int, User] = field(default_factory=dict)
    everyone: Permission = USUAL
    permissions: dict[int, Permission] = field(default_factory=dict)
    joined: float = field(default_factory=time.time)
    system_channel: int | None = None  # the id of the channel for greetings

    def may(self, user: User) -> Permission:
        every = Permission((1 << 51) - 1)
        return every if user is self.owner else self.permissions.get(user.id, self.everyone)

    def member(self, user: User) -> Json:
        return {
            "user": user.json(),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [],
            "joined_at": written(self.joined),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }

    def json(self) -> Json:
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0,
            "permissions": str(int(self.everyone)),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        nothing = (
            *("icon", "home_header", "splash", "discovery_splash", "description", "banner"),
            *("application_id", "afk_channel_id", "widget_channel_id", "rules_channel_id"),
            *("public_updates_channel_id", "safety_alerts_channel_id", "vanity_url_code"),
        )
        zero = (
            *("system_channel_flags", "verification_level", "default_message_notifications"),
            *("mfa_level", "explicit_content_filter", "premium_tier", "nsfw_level"),
            "premium_subscription_count",
        )
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "region": "deprecated",
            "afk_timeout": 300,
            "widget_enabled": False,
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "preferred_locale": self.locale,
            "system_channel_id": self.system_channel and str(self.system_channel),
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            **dict.fromkeys(nothing),
            **dict.fromkeys(zero, 0),
        }
