"""Messages, as users see them and in Telegram's format."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from typing_extensions import override

from telegram_simulator.entities import Entity, Text
from telegram_simulator.members import ANONYMOUS, Json, User

if TYPE_CHECKING:
    from telegram_simulator.places import Chat


@dataclass(frozen=True)
class Button:
    """A button as a user sees it."""

    label: str
    data: str | None
    url: str | None
    row: int
    json: Json

    @property
    def query(self) -> str | None:
        """What it types after the bot's name, here or in a chat that the user chooses."""
        chosen: Json | None = self.json.get("switch_inline_query_chosen_chat")
        here: str | None = self.json.get("switch_inline_query_current_chat")
        return here if chosen is None else chosen.get("query", "")


class Upload(bytes):
    """An uploaded file and its name."""

    name: str

    @classmethod
    def of(cls, data: bytes, name: str) -> "Upload":
        upload = cls(data)
        upload.name = name
        return upload


@dataclass(frozen=True)
class File:
    """A photo, an animation or a document; of a remote file only the URL is known.

    `name` is for documents only.
    """

    id: str
    kind: str  # "photo", "animation" or "document"
    data: bytes
    width: int
    height: int
    path: str
    url: str | None = None
    name: str = ""

    def _facts(self, size: str) -> Json:
        scale = 90 / max(self.width, 90) if size else 1
        return {
            "file_id": self.id + size,
            "file_unique_id": "u" + self.id + size,
            "width": max(1, round(self.width * scale)),
            "height": max(1, round(self.height * scale)),
            "file_size": len(self.data),
        }

    def json(self) -> object:
        """The fields of a message with this file; a photo has two sizes, the smaller first."""
        if self.kind == "photo":
            return [self._facts("-small"), self._facts("")]
        if self.kind == "document":
            known = ("file_id", "file_unique_id", "file_size")
            facts = self._facts("")
            return {key: facts[key] for key in known} | {"file_name": self.name}
        return self._facts("") | {"duration": 1, "mime_type": "image/gif"}


@dataclass(frozen=True)
class Content:
    """The visible content of a message, without its buttons."""

    text: Text
    file: File | None = None
    caption_above: bool = False

    def json(self) -> Json:
        found: Json = {}
        if self.file is not None:
            found[self.file.kind] = self.file.json()
        named = ("text", "entities") if self.file is None else ("caption", "caption_entities")
        if self.text.words:
            found[named[0]] = self.text.words
        if self.text.entities:
            found[named[1]] = [entity.json() for entity in self.text.entities]
        return found | ({"show_caption_above_media": True} if self.caption_above else {})


NOTHING = Content(Text())


@dataclass(eq=False, repr=False)
class Message:
    """A message, without Telegram's internal fields."""

    chat: "Chat"
    id: int
    sender: User
    content: Content = NOTHING
    keyboard: list[list[Json]] = field(default_factory=list)
    reply_to: "Message | None" = None
    thread_id: int | None = None
    via_bot: bool = False
    inline_id: str | None = None
    caller: User | None = None  # who named the bot, if it has answered as a guest
    service: Json = field(default_factory=dict)
    silent: bool = False
    at: float = field(init=False)
    mentions: list[User] = field(default_factory=list)
    pinged: list[User] = field(default_factory=list)
    edits: int = 0
    deleted: bool = False
    receiver: User | None = None
    """The only member who sees it, None if all do."""

    ephemeral_id: int = 0
    reaction: str = ""
    """The bot's reaction to it."""

    def __post_init__(self) -> None:
        self.at = self.chat.world.clock()

    @override
    def __repr__(self) -> str:
        return f"{self.id} by {self.sender}: {self.words or self.service!r} {self.labels}"

    # as users see it

    @property
    def text(self) -> str:
        return "" if self.content.file else self.content.text.words

    @property
    def caption(self) -> str:
        return self.content.text.words if self.content.file else ""

    @property
    def words(self) -> str:
        """The text or the caption."""
        return self.content.text.words

    @property
    def entities(self) -> tuple[Entity, ...]:
        return self.content.text.entities

    def marked(self, kind: str) -> list[str]:
        """List the texts of entities of a type, such as "bold" or "expandable_blockquote"."""
        text = self.content.text
        return [text.marked(entity) for entity in text.entities if entity.type == kind]

    def _data(self, kind: str) -> bytes | None:
        file = self.content.file
        return file.data if file is not None and file.kind == kind else None

    @property
    def picture(self) -> bytes | None:
        return self._data("photo")

    @property
    def animation(self) -> bytes | None:
        return self._data("animation")

    @property
    def document(self) -> bytes | None:
        return self._data("document")

    @property
    def file_name(self) -> str:
        """The name of a document."""
        return self.content.file.name if self.content.file else ""

    @property
    def file_id(self) -> str | None:
        return self.content.file.id if self.content.file else None

    @property
    def buttons(self) -> list[Button]:
        return list(self._buttons())

    def _buttons(self) -> Iterator[Button]:
        for row, line in enumerate(list(self.keyboard)):
            for one in line:
                yield Button(one["text"], one.get("callback_data"), one.get("url"), row, one)

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    @property
    def codes(self) -> list[str]:
        """What the buttons send to the bot."""
        return [button.data for button in self.buttons if button.data is not None]

    @property
    def links(self) -> list[str]:
        """Where the buttons lead that send nothing to the bot."""
        return [button.url for button in self.buttons if button.url is not None]

    @property
    def age_seconds(self) -> float:
        return self.chat.world.clock() - self.at

    # in Telegram's format

    def json(self, *, shallow: bool = False) -> Json:
        """Return the JSON; `shallow` if it is the message that another one replies to."""
        chat = self.chat
        found: Json = {
            "message_id": self.id,
            "date": int(self.at),
            "chat": chat.json(),
            "from": self.sender.json(),
            **self.content.json(),
            **self.service,
        }
        if self.receiver is not None:
            found["ephemeral_message_id"] = self.ephemeral_id
            found["receiver_user"] = self.receiver.json()
        if self.sender is ANONYMOUS or chat.kind == "channel":
            found["sender_chat"] = chat.json()
        if chat.kind == "channel":
            del found["from"]
        if self.via_bot:
            found["via_bot"] = chat.world.bot.json()
        if self.caller is not None:
            found["guest_bot_caller_user"] = self.caller.json()
        if self.edits:
            found["edit_date"] = int(chat.world.clock())
        if self.keyboard:
            found["reply_markup"] = {"inline_keyboard": self.keyboard}
        replied = self.reply_to
        if self.thread_id is not None:
            found |= {"message_thread_id": self.thread_id, "is_topic_message": True}
            # a message in a topic that isn't a reply to another replies to the one that opened it
            replied = replied or chat.history[self.thread_id]
        elif chat.kind == "supergroup" and replied is not None:
            found["message_thread_id"] = self._root.id  # just a chain of replies
        if replied is not None and replied is not self and not replied.deleted and not shallow:
            found["reply_to_message"] = replied.json(shallow=True)
        return found

    @property
    def _root(self) -> "Message":
        message = self
        while message.reply_to is not None:
            message = message.reply_to
        return message

    def seen(self) -> Json:
        """Return the message as a callback query contains it."""
        if self.deleted:
            return {"chat": self.chat.json(), "message_id": self.id, "date": 0}
        return self.json()
