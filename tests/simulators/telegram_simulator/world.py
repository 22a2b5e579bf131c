"""The state of a simulated Telegram, and who receives which updates."""

from collections.abc import Callable
from itertools import count

from simulation.changes import Changes
from telegram_simulator.entities import PERSON, Entity, Text
from telegram_simulator.members import ANONYMOUS, Json, User
from telegram_simulator.messages import Content, File, Message
from telegram_simulator.places import Chat
from telegram_simulator.updates import Updates

BOT_ID = 7_000_000_001
FIRST_PERSON = 5_000_000_001  # beyond 32 bits, as Telegram's documentation warns
FIRST_GROUP = -4_000_000_001
FIRST_SUPERGROUP = -1_002_000_000_001


class World:
    """Users, chats and messages, by id. `clock` returns the time in Unix seconds."""

    def __init__(self, changes: Changes, clock: Callable[[], float]) -> None:
        self.changes = changes
        self.clock = clock
        self.updates = Updates(self.changes.touch)
        self.bot = User(BOT_ID, "Puluc", username="puluc_bot", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot, ANONYMOUS.id: ANONYMOUS}
        self.met: set[int] = {self.bot.id}  # who can be mentioned anywhere
        self.chats: dict[int, Chat] = {}  # those that the bot can look up
        self.private: dict[int, Chat] = {}  # by user, whether or not the bot may write to them
        self.files: dict[str, File] = {}
        self.inline: dict[str, Message] = {}
        self.knows_ephemeral = False
        self.privacy = True
        self.feedback = True
        self.guests = True  # whether the bot can be named in chats where it isn't
        self._people = count(FIRST_PERSON)
        self._groups = count(FIRST_GROUP, -1)
        self._supergroups = count(FIRST_SUPERGROUP, -1)
        self._messages = count(101)
        self._names = count(1)

    # ids

    def person_id(self) -> int:
        return next(self._people)

    def chat_id(self, kind: str) -> int:
        return next(self._groups if kind in ("group", "private") else self._supergroups)

    def message_id(self, chat: Chat) -> int:
        """Supergroups and channels number their own messages; all other chats share one counter."""
        if chat.kind in ("supergroup", "channel"):
            return max(chat.history, default=0) + 1
        return next(self._messages)

    def name(self, prefix: str) -> str:
        """Return a name for a file or a query."""
        return f"{prefix}{next(self._names):08}"

    # messages

    def touch(self, chat: Chat) -> None:
        """Notify waiting tests of a change in a chat."""
        chat.changes.touch()
        self.changes.touch()

    def delete(self, message: Message) -> None:
        message.deleted = True
        self.touch(message.chat)

    def mentioned(self, text: Text, chat: Chat | None) -> Text:
        """Turn links to users into mentions; drop links to users unknown to the bot."""
        entities = list[Entity]()
        for entity in text.entities:
            found = PERSON.match(entity.url or "")
            if found is None:
                entities.append(entity)
                continue
            user = self.users.get(int(found[1]))
            here = chat.people if chat is not None and self.bot.id in chat.people else {}
            if user is not None and (user.id in here or user.id in self.met):
                entities.append(Entity("text_mention", entity.offset, entity.length, user=user))
        return Text(text.words, tuple(entities))

    def post(self, message: Message) -> Message:
        """Post a message in its place, where users see it."""
        chat = message.chat
        chat.history[message.id] = message
        message.mentions = self._mentions(message)
        if chat.kind == "private":
            called = list(chat.people.values())
        else:
            answered = [message.reply_to.sender] if message.reply_to else []
            called = [*message.mentions, *answered]
        for user in called:
            notified = user.id in chat.people and not user.bot and user is not message.sender
            if notified and user not in message.pinged and not message.service:
                message.pinged.append(user)
        self.touch(chat)
        return message

    def whisper(self, message: Message) -> Message:
        """Show a message to its receiver only."""
        message.ephemeral_id = next(self._messages)
        message.chat.whispers[message.ephemeral_id] = message
        self.touch(message.chat)
        return message

    def edit(self, message: Message, content: Content, keyboard: list[list[Json]]) -> None:
        message.content, message.keyboard = content, keyboard
        message.edits += 1
        message.mentions = self._mentions(message)
        self.touch(message.chat)

    def _mentions(self, message: Message) -> list[User]:
        named = {f"@{user.username}".lower(): user for user in self.users.values() if user.username}
        text = message.content.text
        found = [
            entity.user or named.get(text.marked(entity).lower())
            for entity in text.entities
            if entity.type in ("mention", "text_mention")
        ]
        return [user for user in found if user is not None]

    # what the bot receives

    def hears(self, message: Message) -> bool:
        """Tell whether the bot receives a message."""
        chat, bot = message.chat, self.bot
        if bot.id not in chat.people:
            return False
        if message.sender.bot and message.sender is not ANONYMOUS:
            return False  # bots don't receive each other's messages
        if chat.kind == "private" or message.service or message.via_bot:
            return True
        if not self.privacy or bot.id in chat.administrators:
            return True
        if message.reply_to is not None and (
            message.reply_to.sender is bot or message.reply_to.via_bot
        ):
            return True
        return any(self._commands(message, chat, word) for word in message.marked("bot_command"))

    def _commands(self, message: Message, chat: Chat, word: str) -> bool:
        """Tell whether a command is for this bot; a bare one is for the bot that wrote last."""
        _, _, to = word.partition("@")
        if to:
            return to.lower() == (self.bot.username or "").lower()
        spoke = [one for one in chat.messages if one.sender.bot and one.sender is not ANONYMOUS]
        return bool(spoke) and spoke[-1].sender is self.bot and message.chat is chat

    def names_guest(self, message: Message) -> bool:
        """Tell whether a person names the bot where it isn't a member, which makes it a guest."""
        named = f"@{self.bot.username}".lower() in map(str.lower, message.marked("mention"))
        away = self.bot.id not in message.chat.people
        written = not message.sender.bot and not message.via_bot
        return self.guests and named and away and written and message.chat.kind != "channel"

    def answered_as_guest(
        self, asked: Message, content: Content, keyboard: list[list[Json]]
    ) -> str:
        """Post the bot's answer to a message that names it, and return its inline id."""
        chat, inline = asked.chat, self.name("message-")
        message = Message(chat, self.message_id(chat), self.bot, content, keyboard)
        message.inline_id, message.thread_id, message.caller = inline, asked.thread_id, asked.sender
        self.inline[inline] = message
        self.post(message)
        return inline

    def tell(self, message: Message) -> None:
        """Send a message to the bot, if it receives it."""
        if self.hears(message):
            self.updates.add("message", message.json(), message.chat.id)

    def membership(self, chat: Chat, by: User, change: Callable[[], object]) -> None:
        """Change the bot's status in a chat, and notify it."""
        before = chat.member(self.bot)
        change()
        self.updates.add(
            "my_chat_member",
            {
                "chat": chat.json(),
                "from": by.json(),
                "date": int(self.clock()),
                "old_chat_member": before,
                "new_chat_member": chat.member(self.bot),
            },
            chat.id,
        )

    def enter(self, by: User, chat: Chat) -> None:
        """Let the bot write in a chat from now on."""
        bot = self.bot

        def change() -> None:
            chat.people[bot.id] = bot
            chat.bot_kicked = False

        if chat.kind == "private" and chat.id not in self.chats:
            change()  # the user's first message is the bot's first notice of the chat
            self.chats[chat.id] = chat
            return
        self.membership(chat, by, change)
        if chat.history:
            self.service(chat, by, {"new_chat_members": [bot.json()]})

    def service(self, chat: Chat, by: User, what: Json) -> Message:
        """Post a service message."""
        number = self.message_id(chat)
        message = self.post(Message(chat, number, by, service=what))
        self.tell(message)
        return message
