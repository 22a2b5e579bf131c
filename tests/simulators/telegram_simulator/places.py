"""Chats, and the topics of forums."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from typing_extensions import override

from simulation.changes import Changes, Watched
from telegram_simulator.members import ANONYMOUS, Json, User
from telegram_simulator.messages import Message

if TYPE_CHECKING:
    from telegram_simulator.world import World

RIGHTS = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories"),
    *("can_edit_stories", "can_delete_stories"),
)


SENDING = {
    "text": ("can_send_messages", "text messages"),
    "photo": ("can_send_photos", "photos"),
    "animation": ("can_send_other_messages", "animations"),
    "document": ("can_send_documents", "documents"),
}
"""By type of content: the right needed to send it, and its name in the error message."""

POSTING = ("can_post_messages", "can_edit_messages")
"""Rights of administrators that only channels have."""

RESTRICTIONS = (
    *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos"),
    *("can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_send_polls"),
    *("can_send_other_messages", "can_add_web_page_previews", "can_change_info"),
    *("can_invite_users", "can_pin_messages", "can_manage_topics", "can_react_to_messages"),
    "can_edit_tag",
)


class Place(Watched[Message]):
    """A place with messages."""

    chat: "Chat"
    thread_id: int | None

    @property
    @override
    def messages(self) -> list[Message]:
        """The visible messages, oldest first."""
        return [
            message
            for message in list(self.chat.history.values())
            if not message.deleted and self.thread_id in (None, message.thread_id)
        ]

    @property
    @override
    def _changes(self) -> Changes:
        return self.chat.changes


@dataclass(eq=False)
class Chat(Place):
    """A private chat, group, supergroup or channel, in which only administrators can write."""

    world: "World" = field(repr=False)
    id: int
    kind: str  # "private", "group", "supergroup" or "channel"
    title: str
    username: str | None = None
    forum: bool = False
    people: dict[int, User] = field(default_factory=dict, repr=False)
    owner: User | None = field(default=None, repr=False)
    administrators: dict[int, bool] = field(default_factory=dict, repr=False)  # True: anonymous
    topics: dict[int, "Topic"] = field(default_factory=dict, repr=False)
    history: dict[int, Message] = field(default_factory=dict, repr=False)
    whispers: dict[int, Message] = field(default_factory=dict, repr=False)
    """Messages that only one member sees, by their ephemeral ids."""

    migrated_to: "Chat | None" = field(default=None, repr=False)
    bot_kicked: bool = False
    forbidden: set[str] = field(default_factory=set, repr=False)  # forbidden to ordinary members
    restricted: dict[int, bool] = field(default_factory=dict, repr=False)  # True: still a member
    banned: set[int] = field(default_factory=set, repr=False)
    hides_members: bool = False  # from bots that aren't administrators
    changes: Changes = field(default_factory=Changes, repr=False)

    def __post_init__(self) -> None:
        self.chat, self.thread_id = self, None

    @property
    def instance(self) -> str:
        """The `chat_instance` of callback queries from here."""
        return str(abs(self.id) * 7919)

    @property
    def partner(self) -> User:
        """The user in a private chat."""
        return next(user for user in self.people.values() if not user.bot)

    def speaker(self, person: User) -> User:
        """Return the apparent sender of a user's messages here."""
        return ANONYMOUS if self.administrators.get(person.id) else person

    def json(self) -> Json:
        found: Json = {"id": self.id, "type": self.kind}
        if self.kind == "private":
            named = {"first_name": self.partner.name}
            return (
                found
                | named
                | ({"username": self.partner.username or ""} if self.partner.username else {})
            )
        found["title"] = self.title
        found |= {"username": self.username} if self.username else {}
        return found | ({"is_forum": True} if self.forum else {})

    def member(self, user: User) -> Json:
        """Return a user's status here, as a `ChatMember`."""
        found: Json = {"user": user.json()}
        if user.id in self.restricted:
            inside = self.restricted[user.id]
            may_not: Json = dict.fromkeys(RESTRICTIONS, False)
            return found | may_not | {"status": "restricted", "is_member": inside, "until_date": 0}
        if user.id not in self.people:
            kicked = user.id in self.banned or (user is self.world.bot and self.bot_kicked)
            return found | ({"status": "kicked", "until_date": 0} if kicked else {"status": "left"})
        if user is self.owner:
            anonymous = self.administrators.get(user.id, False)
            return found | {"status": "creator", "is_anonymous": anonymous}
        if user.id in self.administrators:
            rights = dict.fromkeys(RIGHTS, True)
            rights |= {"can_be_edited": False, "is_anonymous": self.administrators[user.id]}
            if self.kind == "channel":
                rights |= {right: right not in self.forbidden for right in POSTING}
            return found | {"status": "administrator"} | rights
        return found | {"status": "member"}

    @property
    def permissions(self) -> Json:
        """What ordinary members of a group may do, as `ChatPermissions`."""
        return {right: right not in self.forbidden for right in RESTRICTIONS}

    def may(self, user: User, right: str) -> bool:
        """Tell whether a user has a right here that a group can deny its members."""
        return user is self.owner or user.id in self.administrators or right not in self.forbidden


@dataclass(eq=False)
class Topic(Place):
    """A topic of a forum."""

    chat: Chat
    thread_id: int
    name: str
