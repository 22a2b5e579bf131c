"""Scenes for tests: users and places, and what happens to them."""

from telegram_simulator.members import ANONYMOUS, User
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from telegram_simulator.places import Chat, Topic
from telegram_simulator.stage import Stage


class Scene(Stage):
    """What a test can do to its Telegram."""

    # users and places

    def person(
        self, name: str, *chats: Chat, language: str | None = "en", username: str | None = None
    ) -> Person:
        """Create a user in these groups, or in all groups if none are given."""

        def act() -> Person:
            person = Person(self.world.person_id(), name, language, username, scene=self)
            self.world.users[person.id] = person
            groups = [one for one in self.world.chats.values() if one.kind.endswith("group")]
            for chat in chats or groups:
                chat.people[person.id] = person
            return person

        return self._do(act)

    def other_bot(self, name: str, username: str, *chats: Chat) -> Person:
        """Create another bot in these groups; bots don't receive each other's messages."""
        assert username.casefold().endswith("bot"), "a bot's username must end in 'bot'"
        bot = self.person(name, *chats, language=None, username=username)
        bot.bot = True
        return bot

    def group(self, title: str, *people: User, with_bot: bool = True) -> Chat:
        """Create a basic group of these users, or of all users if none are given."""
        return self._do(lambda: self._group("group", title, people, with_bot=with_bot))

    def supergroup(
        self, title: str, *people: User, forum: bool = False, with_bot: bool = True
    ) -> Chat:
        """Create a supergroup; a forum has topics."""

        def act() -> Chat:
            chat = self._group("supergroup", title, people, with_bot=with_bot)
            chat.forum = forum
            return chat

        return self._do(act)

    def channel(self, title: str, *, username: str | None = None) -> Chat:
        """Create a channel with the bot as administrator, so that it can write there."""

        def act() -> Chat:
            chat = self._group("channel", title, (), with_bot=False)
            chat.people, chat.username = {}, username
            chat.people[self.world.bot.id] = self.world.bot
            self._appoint_bot(chat)
            return chat

        return self._do(act)

    def _group(self, kind: str, title: str, people: tuple[User, ...], *, with_bot: bool) -> Chat:
        """Create a group, owned by a silent user."""
        world = self.world
        owner = User(world.person_id(), f"{title}'s owner")
        everybody = [user for user in world.users.values() if isinstance(user, Person)]
        inside = [owner, *(people or everybody)]
        chat = Chat(world, world.chat_id(kind), kind, title, owner=owner)
        chat.people = {user.id: user for user in inside}
        world.users[owner.id] = owner
        world.chats[chat.id] = chat
        if with_bot:
            self.world.enter(owner, chat)
        return chat

    def topic(self, forum: Chat, name: str) -> Topic:
        """Create a topic in a forum."""

        def act() -> Topic:
            assert forum.forum, f"{forum.title} has no topics"
            owner = forum.owner or ANONYMOUS
            service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
            opened = Message(forum, self.world.message_id(forum), owner, service=service)
            opened.thread_id = opened.id
            forum.topics[opened.id] = Topic(forum, opened.id, name)
            self.world.tell(self.world.post(opened))
            return forum.topics[opened.id]

        return self._do(act)

    def conversation(self, *people: User) -> Chat:
        """Create a chat between two users, without the bot."""

        def act() -> Chat:
            number = self.world.chat_id("private")
            chat = Chat(self.world, number, "private", "")
            chat.people = {user.id: user for user in people}
            return chat

        return self._do(act)

    def private(self, person: User) -> Chat:
        """Return a user's private chat with the bot, who can't write there before the user has."""
        if person.id not in self.world.private:
            chat = Chat(self.world, person.id, "private", "")
            chat.people[person.id] = person
            self.world.private[person.id] = chat
        return self.world.private[person.id]

    # events

    def appoint(self, person: User, chat: Chat, *, anonymous: bool = False) -> None:
        """Make a user an administrator; an anonymous one writes as the group."""
        self._do(lambda: chat.administrators.__setitem__(person.id, anonymous))

    def appoint_bot(self, chat: Chat) -> None:
        """Make the bot an administrator, who receives everything and may delete anything."""
        self._do(lambda: self._appoint_bot(chat))

    def _appoint_bot(self, chat: Chat) -> None:
        by, bot = chat.owner or self.world.bot, self.world.bot
        self.world.membership(chat, by, lambda: chat.administrators.__setitem__(bot.id, False))

    def forbid(self, chat: Chat, *rights: str) -> None:
        """Forbid something, such as "can_send_photos", to all but administrators."""
        self._do(lambda: chat.forbidden.update(rights))

    def allow(self, chat: Chat, *rights: str) -> None:
        """Allow members something again."""
        self._do(lambda: chat.forbidden.difference_update(rights))

    def restrict(self, person: Person, chat: Chat, *, inside: bool) -> None:
        """Deny a user most rights here; one who isn't `inside` has also left."""

        def act() -> None:
            chat.restricted[person.id] = inside
            if not inside:
                chat.people.pop(person.id, None)

        self._do(act)

    def ban(self, person: Person, chat: Chat) -> None:
        """Remove a user, who can't come back."""

        def act() -> None:
            chat.people.pop(person.id, None)
            chat.banned.add(person.id)

        self._do(act)

    def hide_members(self, chat: Chat) -> None:
        """Show the list of members to administrators only."""
        self._do(lambda: setattr(chat, "hides_members", True))

    def delete_account(self, person: Person) -> None:
        """Delete a user's account: their messages and memberships stay, without a name."""

        def act() -> None:
            person.name, person.username, person.language = "", None, None
            person.deleted = True

        self._do(act)

    def delete(self, message: Message) -> None:
        """Delete a message as a user; the bot isn't told."""
        self._do(lambda: self.world.delete(message))

    def age(self, message: Message, hours: float) -> None:
        """Make a message older."""
        message.at -= hours * 3600

    def leave(self, person: User, chat: Chat) -> None:
        """Let a user leave a group."""

        def act() -> None:
            del chat.people[person.id]
            self.world.service(chat, person, {"left_chat_member": person.json()})

        self._do(act)

    def kick_bot(self, chat: Chat) -> None:
        """Remove the bot from a group."""
        self.put_out(chat.owner or self.world.bot, chat)

    def invite_bot(self, chat: Chat) -> None:
        """Add the bot to a group, or add it again."""
        self.let_in(chat.owner or self.world.bot, chat)

    def put_out(self, by: User, chat: Chat) -> None:
        """Stop the bot from writing here."""
        bot = self.world.bot

        def change() -> None:
            chat.people.pop(bot.id, None)
            chat.administrators.pop(bot.id, None)
            chat.bot_kicked = True

        self._do(lambda: self.world.membership(chat, by, change))

    def let_in(self, by: User, chat: Chat) -> None:
        """Let the bot write here."""
        self._do(lambda: self.world.enter(by, chat))

    def migrate(self, group: Chat) -> Chat:
        """Turn a basic group into a supergroup with another id."""

        def act() -> Chat:
            world = self.world
            number = world.chat_id("supergroup")
            found = Chat(world, number, "supergroup", group.title, owner=group.owner)
            found.people, found.administrators = dict(group.people), dict(group.administrators)
            world.chats[number] = found
            by = group.owner or ANONYMOUS
            self.world.service(group, by, {"migrate_to_chat_id": found.id})
            self.world.service(found, ANONYMOUS, {"migrate_from_chat_id": group.id})
            group.migrated_to = found
            return found

        return self._do(act)
