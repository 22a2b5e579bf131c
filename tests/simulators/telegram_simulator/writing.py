"""What the bot writes: new messages, and edits of old ones."""

from collections.abc import Mapping
from typing import cast

from telegram_simulator import limits
from telegram_simulator.entities import Text
from telegram_simulator.members import Json, User
from telegram_simulator.messages import Content, File, Message, Upload
from telegram_simulator.places import SENDING, Chat
from telegram_simulator.queries import Queries
from telegram_simulator.refusals import Refused, bad, forbidden, violation
from telegram_simulator.specification import ATTACHED
from telegram_simulator.world import World

Files = Mapping[str, Upload]

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
DEACTIVATED = "user is deactivated"
DELETABLE_SECONDS = 48 * 3600
MOST_IN_GROUP = 10
ENDINGS = {"photo": "png", "animation": "gif", "document": "txt"}


class Writing:
    """The methods that send, edit and delete messages in one world."""

    def __init__(self, world: World, queries: Queries) -> None:
        self.world = world
        self._queries = queries

    def chat(self, params: Json) -> Chat:
        """Return the chat that a request is about, if the bot can act there."""
        chat = self._chat(params["chat_id"])
        if chat is None:
            person = self.world.users.get(params["chat_id"])
            if person is not None and person.deleted:
                raise forbidden(DEACTIVATED)
            if person is not None and not person.bot:
                raise forbidden("bot can't initiate conversation with a user")
            raise bad("chat not found")
        if chat.migrated_to is not None:
            said = "Bad Request: group chat was upgraded to a supergroup chat"
            raise Refused(400, said, {"migrate_to_chat_id": chat.migrated_to.id})
        if self.world.bot.id not in chat.people:
            if chat.kind == "private":
                raise forbidden("bot was blocked by the user")
            how = "was kicked from" if chat.bot_kicked else "is not a member of"
            raise forbidden(f"bot {how} the {chat.kind} chat")
        return chat

    def _writable(self, params: Json) -> Chat:
        """Return the chat that a request changes, if its user still has an account."""
        chat = self.chat(params)
        if chat.kind == "private" and chat.partner.deleted:
            raise forbidden(DEACTIVATED)
        return chat

    def _chat(self, called: int | str) -> Chat | None:
        """Return the chat with this id, or with this name after an @."""
        if isinstance(called, int):
            return self.world.chats.get(called)
        named = {f"@{one.username}": one for one in self.world.chats.values() if one.username}
        return named.get(called)

    # the content of a message

    def _text(self, params: Json, chat: Chat | None) -> Content:
        marks = params.get("entities") or []
        text = limits.read_text(params["text"], params.get("parse_mode"), marks)
        return Content(self._marked(text, chat))

    def _caption(self, params: Json, chat: Chat | None) -> Text:
        marks = params.get("caption_entities") or []
        source = params.get("caption", "")
        text = limits.read_text(source, params.get("parse_mode"), marks, caption=True)
        return self._marked(text, chat)

    def _marked(self, text: Text, chat: Chat | None) -> Text:
        """Return a text with its mentions, if its dates are allowed."""
        if wrong := "; ".join(limits.wrong_dates(text, self.world.clock())):
            raise violation(wrong)
        return self.world.mentioned(text, chat)

    def _captioned(self, kind: str, params: Json, files: Files) -> Content:
        """Return a photo, animation or document with its caption."""
        above = bool(params.get("show_caption_above_media"))
        text = self._caption(params, self.chat(params))
        return Content(text, self._file(kind, params[kind], files), above)

    def _file(self, kind: str, media: str, files: Files) -> File:
        name = self.world.name("file-")
        if media.startswith(ATTACHED):
            data = files[media.removeprefix(ATTACHED)]
            width, height = limits.measured(kind, data)
            path = f"{kind}s/{name}.{ENDINGS[kind]}"
            called = data.name if kind == "document" else ""
            found = File(name, kind, data, width, height, path, name=called)
        elif media.startswith(("https://", "http://")):
            found = File(name, kind, b"", 800, 400, "", media)
        else:
            known = self.world.files.get(media.removesuffix("-small"))
            if known is None:
                raise bad("wrong file identifier/HTTP URL specified")
            if known.kind != kind:
                raise bad(f"can't use file of type {known.kind.title()} as {kind.title()}")
            return known
        self.world.files[found.id] = found
        return found

    def _keyboard(self, params: Json) -> list[list[Json]]:
        rows = cast(
            "list[list[Json]]", (params.get("reply_markup") or {}).get("inline_keyboard", [])
        )
        if wrong := "; ".join(limits.wrong_keyboard(rows)):
            raise violation(wrong)
        return [row for row in rows if row]

    # sending

    def send_text(self, params: Json, _: Files) -> Json:
        return self._send(params, self._text(params, self.chat(params)))

    def send_photo(self, params: Json, files: Files) -> Json:
        return self._send(params, self._captioned("photo", params, files))

    def send_animation(self, params: Json, files: Files) -> Json:
        return self._send(params, self._captioned("animation", params, files))

    def send_document(self, params: Json, files: Files) -> Json:
        return self._send(params, self._captioned("document", params, files))

    def send_group(self, params: Json, files: Files) -> list[Json]:
        """Send several photos at once, each as a message."""
        if not 2 <= len(params["media"]) <= MOST_IN_GROUP:
            raise violation(
                f"a media group has 2 to {MOST_IN_GROUP} items, not {len(params['media'])}"
            )
        chat = self.chat(params)
        contents = [
            Content(self._caption(one, chat), self._file(one["type"], one["media"], files))
            for one in params["media"]
        ]
        return [self._send(params, content) for content in contents]

    def _must_may(self, chat: Chat, content: Content) -> None:
        """Refuse content that the bot, as an ordinary member, may not send here."""
        kind = "text" if content.file is None else content.file.kind
        right, called = SENDING[kind]
        if not chat.may(self.world.bot, right):
            raise bad(f"not enough rights to send {called} to the chat")

    def _send(self, params: Json, content: Content) -> Json:
        chat, world = self._writable(params), self.world
        self._must_may(chat, content)
        if chat.kind == "channel" and world.bot.id not in chat.administrators:
            raise bad("need administrator rights in the channel chat")
        reply_to = self._answered(chat, params.get("reply_parameters"))
        thread = params.get("message_thread_id")
        if thread is not None and thread not in chat.topics:
            raise bad("message thread not found")
        if thread is None and chat.forum and reply_to is not None:
            thread = reply_to.thread_id
        receiver = self._receiver(chat, params.get("ephemeral_message_parameters"))
        message = Message(
            chat,
            world.message_id(chat) if receiver is None else 0,
            world.bot,
            content,
            self._keyboard(params),
            reply_to=reply_to,
            thread_id=thread,
            silent=bool(params.get("disable_notification")),
            receiver=receiver,
        )
        return (world.post if receiver is None else world.whisper)(message).json()

    def _receiver(self, chat: Chat, asked: Json | None) -> User | None:
        """Return the only member who is to see a message, None if all are."""
        if asked is None:
            return None
        if not chat.kind.endswith("group"):
            raise violation("ephemeral messages are for groups")
        receiver = chat.people.get(asked["receiver_user_id"])
        if receiver is None or receiver.bot:
            raise bad("receiver user not found in the chat")
        query = asked.get("callback_query_id")
        if query is not None:
            self._queries.must_be_fresh(query, receiver)
        elif asked.get("replace_callback_query_message"):
            raise violation("only the message of a callback query can be replaced")
        return receiver

    def _answered(self, chat: Chat, reply: Json | None) -> Message | None:
        if not reply:
            return None
        found = chat.history.get(reply["message_id"])
        if found is not None and not found.deleted:
            return found
        if not reply.get("allow_sending_without_reply"):
            raise bad("message to be replied not found")
        return None

    # editing

    def _whispered(self, params: Json) -> Message:
        """Return the message for one member that a request is about."""
        message = self._writable(params).whispers.get(params["ephemeral_message_id"])
        if message is None or message.deleted or message.receiver is None:
            raise bad("message to edit not found")
        if message.receiver.id != params["receiver_user_id"]:
            raise bad("message to edit not found")
        return message

    def _edited(self, params: Json) -> Message:
        if "ephemeral_message_id" in params:
            return self._whispered(params)
        inline = params.get("inline_message_id")
        if (inline is None) == ("chat_id" not in params or "message_id" not in params):
            raise violation("message identifier is not specified")
        if inline is not None:
            found = self.world.inline.get(inline)
            if found is None or found.deleted:
                raise bad("MESSAGE_ID_INVALID")
            return found
        message = self._writable(params).history.get(params["message_id"])
        if message is None or message.deleted:
            raise bad("message to edit not found")
        if message.sender is not self.world.bot or message.service:
            raise bad("message can't be edited")
        return message

    def _edit(self, params: Json, content: Content) -> object:
        message, keyboard = self._edited(params), self._keyboard(params)
        if (content, keyboard) == (message.content, message.keyboard):
            raise bad(NOT_MODIFIED)
        self.world.edit(message, content, keyboard)
        return True if message.inline_id else message.json()

    def edit_keyboard(self, params: Json, _: Files) -> object:
        return self._edit(params, self._edited(params).content)

    def edit_text(self, params: Json, _: Files) -> object:
        message = self._edited(params)
        if message.content.file is not None:
            raise bad("there is no text in the message to edit")
        if "text" not in params:
            raise violation("message text is empty")
        return self._edit(params, self._text(params, message.chat))

    def edit_caption(self, params: Json, _: Files) -> object:
        message = self._edited(params)
        if message.content.file is None:
            raise bad("there is no caption in the message to edit")
        above = bool(params.get("show_caption_above_media"))
        text = self._caption(params, message.chat)
        return self._edit(params, Content(text, message.content.file, above))

    def edit_media(self, params: Json, files: Files) -> object:
        message, media = self._edited(params), params["media"]
        if message.inline_id is not None and media["media"].startswith(ATTACHED):
            raise violation("a file can't be uploaded for an inline message")
        file = self._file(media["type"], media["media"], files)
        above = bool(media.get("show_caption_above_media"))
        content = Content(self._caption(media, message.chat), file, above)
        if message.inline_id is None:
            self._must_may(message.chat, content)
        return self._edit(params, content)

    def delete_ephemeral(self, params: Json, _: Files) -> bool:
        self.world.delete(self._whispered(params))
        return True

    def react(self, params: Json, _: Files) -> bool:
        chat = self._writable(params)
        message = chat.history.get(params["message_id"])
        if message is None or message.deleted or message.service:
            raise bad("message to react not found")
        reactions = params.get("reaction", [])
        if len(reactions) > 1:
            raise violation("REACTIONS_TOO_MANY")
        if reactions and not chat.may(self.world.bot, "can_react_to_messages"):
            raise bad("REACTION_INVALID")
        message.reaction = reactions[0]["emoji"] if reactions else ""
        self.world.touch(chat)
        return True

    def delete(self, params: Json, _: Files) -> bool:
        chat, world = self._writable(params), self.world
        message = chat.history.get(params["message_id"])
        if message is None or message.deleted:
            raise bad("message to delete not found")
        own = message.sender is world.bot or chat.kind == "private"
        if not own and world.bot.id not in chat.administrators:
            raise bad("message can't be deleted")
        if message.age_seconds > DELETABLE_SECONDS:
            raise bad("message can't be deleted for everyone")
        world.delete(message)
        return True

    def result(self, result: Json, chat: Chat | None) -> tuple[Content, list[list[Json]]]:
        """Return the content of a message made from an inline result."""
        keyboard = self._keyboard(result)
        if content := result.get("input_message_content"):
            given = content | {"text": content["message_text"]}
            return self._text(given, chat), keyboard
        media = result.get("photo_file_id") or result["photo_url"]
        above = bool(result.get("show_caption_above_media"))
        file = self._file("photo", media, {})
        return Content(self._caption(result, chat), file, above), keyboard
