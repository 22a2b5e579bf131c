"""Updates from groups, topics and supergroups."""

from asyncio import to_thread

import pytest
from telegram import Bot, ChatMemberAdministrator
from telegram.error import BadRequest, ChatMigrated

from small_telegram_bot import Poller, press_me
from telegram_simulator.people import Impossible, Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator


async def said(poller: Poller) -> list[str | None]:
    """List the texts that the bot has received."""
    return [update.message.text for update in await poller() if update.message is not None]


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("hello", False),
        ("hello @puluc_bot", False),
        ("/open", False),
        ("/open@other_bot", False),
        ("/open@puluc_bot", True),
        ("/open@Puluc_Bot road=9", True),
        ("now /open@puluc_bot", True),
        ("a/open@puluc_bot", False),
    ],
)
async def test_privacy(poller: Poller, plaza: Chat, ana: Person, words: str, heard: bool) -> None:
    """In privacy mode a bot only receives messages meant for it."""
    await to_thread(ana.say, plaza, words)
    assert await said(poller) == [words] * heard


async def test_privacy_of_answers(poller: Poller, bot: Bot, plaza: Chat, ana: Person) -> None:
    """In privacy mode a bot receives replies to its messages, and bare commands after it wrote."""
    spoken = await to_thread(ana.say, plaza, "hello")
    sent = await bot.send_message(plaza.id, "x")
    await to_thread(ana.say, plaza, "I said so", reply_to=spoken)
    await to_thread(ana.say, plaza, "indeed", reply_to=plaza.history[sent.message_id])
    await to_thread(ana.say, plaza, "/open")
    assert await said(poller) == ["indeed", "/open"]


async def test_without_privacy(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person
) -> None:
    """A bot receives everything as an administrator, or with privacy mode off."""
    telegram_simulator.privacy = False
    await to_thread(ana.say, plaza, "one")
    telegram_simulator.privacy = True
    await to_thread(ana.say, plaza, "two")
    telegram_simulator.appoint_bot(plaza)
    await to_thread(ana.say, plaza, "three")
    assert await said(poller) == ["one", "three"]


async def test_text_mention(poller: Poller, plaza: Chat, ana: Person, ben: Person) -> None:
    """A mention without a username contains the user."""
    words = "/challenge@puluc_bot \N{SLOT MACHINE} Ben"
    await to_thread(ana.say, plaza, words, ben)
    ((update,),) = [await poller()]
    assert update.message is not None
    (mention,) = update.message.parse_entities(["text_mention"]).items()
    assert mention[1] == "Ben"
    assert mention[0].user is not None
    assert mention[0].user.id == ben.id
    with pytest.raises(Impossible):
        ana.say(plaza, "nobody", ben)


async def test_answer_to_a_person(poller: Poller, plaza: Chat, ana: Person, ben: Person) -> None:
    """A command in reply to a user's message contains its author."""
    spoken = await to_thread(ben.say, plaza, "hello")
    await to_thread(ana.say, plaza, "/challenge@puluc_bot", reply_to=spoken)
    (update,) = await poller()
    assert update.message is not None
    assert update.message.reply_to_message is not None
    assert update.message.reply_to_message.from_user is not None
    assert update.message.reply_to_message.from_user.id == ben.id


async def test_anonymous_administrator(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """An anonymous administrator writes as the group, but presses buttons as a user."""
    telegram_simulator.appoint(ana, plaza, anonymous=True)
    await to_thread(ana.say, plaza, "/settings@puluc_bot")
    await bot.send_message(plaza.id, "x", reply_markup=press_me())
    await to_thread(ana.press, plaza.last, "Press me", wait=False)
    command, press = await poller()
    assert command.message is not None
    assert command.message.sender_chat is not None
    assert command.message.sender_chat.id == plaza.id
    assert press.callback_query is not None
    assert press.callback_query.from_user.id == ana.id
    _, member = await bot.get_chat_administrators(plaza.id)
    assert isinstance(member, ChatMemberAdministrator)
    assert (member.user.id, member.is_anonymous) == (ana.id, True)


async def test_topics(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, ana: Person
) -> None:
    """A message in a topic replies to the one that opened it; the bot writes there by its id."""
    forum = telegram_simulator.supergroup("Town", forum=True)
    topic = telegram_simulator.topic(forum, "Games")
    await poller()
    await to_thread(ana.say, topic, "/open@puluc_bot")
    await to_thread(ana.say, forum, "/open@puluc_bot")
    inside, outside = [update.message for update in await poller()]
    assert inside is not None
    assert (inside.is_topic_message, inside.message_thread_id) == (True, topic.thread_id)
    assert inside.reply_to_message is not None
    assert inside.reply_to_message.forum_topic_created is not None
    assert outside is not None
    assert (outside.is_topic_message, outside.message_thread_id) == (None, None)
    await bot.send_message(forum.id, "there", message_thread_id=topic.thread_id)
    await bot.send_message(forum.id, "here")
    assert (topic.last.text, forum.last.text) == ("there", "here")
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(forum.id, "nowhere", message_thread_id=17)


async def test_chain_of_answers(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, ana: Person
) -> None:
    """In a supergroup, a reply has a thread id that isn't a topic and can't be written to."""
    town = telegram_simulator.supergroup("Town")
    await poller()
    spoken = await to_thread(ana.say, town, "hello")
    await to_thread(ana.say, town, "/open@puluc_bot", reply_to=spoken)
    (update,) = await poller()
    assert update.message is not None
    assert (update.message.message_thread_id, update.message.is_topic_message) == (spoken.id, None)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(town.id, "x", message_thread_id=spoken.id)


async def test_migration(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """When a group becomes a supergroup, both chats announce it, and so does every later error."""
    sent = await bot.send_message(plaza.id, "x", reply_markup=press_me())
    town = telegram_simulator.migrate(plaza)
    old, new = [update.message for update in await poller()]
    assert old is not None
    assert (old.chat.id, old.migrate_to_chat_id) == (plaza.id, town.id)
    assert new is not None
    assert (new.chat.id, new.migrate_from_chat_id) == (town.id, plaza.id)
    for request in (bot.send_message(plaza.id, "y"), sent.edit_text("y")):
        with pytest.raises(ChatMigrated) as moved:
            await request
        assert moved.value.new_chat_id == town.id
    await bot.send_message(town.id, "y")
    with pytest.raises(Impossible):
        ana.say(plaza, "hello")
    await to_thread(ana.press, plaza.history[sent.message_id], "Press me", wait=False)
    (press,) = await poller()
    assert press.callback_query is not None
    assert press.callback_query.message is not None
    assert press.callback_query.message.chat.id == plaza.id


async def test_numbers_of_messages(telegram_simulator: TelegramSimulator, bot: Bot) -> None:
    """Messages in different supergroups can have the same id."""
    one, two = telegram_simulator.supergroup("One"), telegram_simulator.supergroup("Two")
    first, second = await bot.send_message(one.id, "x"), await bot.send_message(two.id, "x")
    assert first.message_id == second.message_id


async def test_deep_link(poller: Poller, bot: Bot, plaza: Chat, ana: Person) -> None:
    """A deep link starts the bot with its payload; other links aren't accepted."""
    await to_thread(ana.open, "https://t.me/puluc_bot?start=t-17")
    assert await said(poller) == ["/start t-17"]
    for address in ("https://t.me/other_bot?start=1", "https://t.me/puluc_bot?startgroup=1"):
        with pytest.raises(Impossible):
            ana.open(address)
