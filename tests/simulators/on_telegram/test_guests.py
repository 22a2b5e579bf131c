"""Guest mode: messages that name the bot where it isn't a member, each with one answer."""

from asyncio import to_thread

import pytest
from telegram import Bot, InlineQueryResultArticle, InputTextMessageContent, Message
from telegram.error import BadRequest

from small_telegram_bot import Poller, press_me
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator

TOO_OLD = "Query is too old"


def article(text: str = "A game?", title: str = "Road game") -> InlineQueryResultArticle:
    """An answer: a challenge that can be accepted."""
    content = InputTextMessageContent(text, "HTML")
    return InlineQueryResultArticle("road", title, content, press_me("Accept", "a"))


@pytest.fixture
def away(telegram_simulator: TelegramSimulator, ana: Person, ben: Person) -> Chat:
    """A group of Ana and Ben without the bot."""
    return telegram_simulator.supergroup("Away", ana, ben, with_bot=False)


async def summoned(poller: Poller, person: Person, chat: Chat, words: str, **how: Message) -> str:
    """The id of the query after a person has written this."""
    await to_thread(lambda: person.say(chat, words, **how))
    (update,) = await poller()
    assert update.message is None
    assert update.guest_message is not None
    assert update.guest_message.guest_query_id is not None
    return update.guest_message.guest_query_id


async def test_an_answer(poller: Poller, bot: Bot, ana: Person, ben: Person, away: Chat) -> None:
    """The answer is a message of the bot, which is pressed and edited like an inline message."""
    query = await summoned(poller, ana, away, "@Puluc_bot a game?")
    sent = await bot.answer_guest_query(query, article())
    message = away.last
    assert (message.text, message.sender.username) == ("A game?", "puluc_bot")
    await to_thread(ben.press, message, "Accept", wait=False)
    (press,) = await poller()
    assert press.callback_query is not None
    assert press.callback_query.inline_message_id == sent.inline_message_id
    await bot.edit_message_text("Ben plays", inline_message_id=sent.inline_message_id)
    assert message.text == "Ben plays"


async def test_one_answer(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, ana: Person, away: Chat
) -> None:
    """A second answer is refused, and so are a late one and one to a query that nobody asked."""
    query = await summoned(poller, ana, away, "@puluc_bot")
    await bot.answer_guest_query(query, article())
    late = await summoned(poller, ana, away, "@puluc_bot")
    telegram_simulator.query_seconds = -1
    for refused in (query, late, "guest-1"):
        with pytest.raises(BadRequest, match=TOO_OLD):
            await bot.answer_guest_query(refused, article())
    assert [one.text for one in away.messages[1:]] == ["A game?", "@puluc_bot"]


async def test_only_guest_queries(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, ana: Person
) -> None:
    """An inline query isn't a guest query."""
    await to_thread(ana.inline, "road", wait=False)
    (update,) = await poller()
    assert update.inline_query is not None
    with pytest.raises(BadRequest, match=TOO_OLD):
        await bot.answer_guest_query(update.inline_query.id, article())


async def test_who_is_answered(
    poller: Poller, bot: Bot, ana: Person, ben: Person, away: Chat
) -> None:
    """The query tells which message it answers; its author can be mentioned, others can't."""
    asked = ben.say(away, "Who plays?")
    await to_thread(lambda: ana.say(away, "@puluc_bot me", reply_to=asked))
    (update,) = await poller()
    summons = update.guest_message
    assert summons is not None
    assert summons.reply_to_message is not None
    assert summons.reply_to_message.from_user is not None
    assert summons.reply_to_message.from_user.id == ben.id
    people = (ben.id, away.owner.id if away.owner else 0)
    links = " ".join(f'<a href="tg://user?id={each}">you</a>' for each in people)
    await bot.answer_guest_query(summons.guest_query_id or "", article(links))
    assert away.last.mentions == [ben]


async def test_unasked(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person, away: Chat
) -> None:
    """No guest message comes where the bot is a member, without its name, or if it isn't wanted."""
    ana.say(plaza, "@puluc_bot")
    ana.say(away, "hello")
    telegram_simulator.guest_mode = False
    ana.say(away, "@puluc_bot")
    telegram_simulator.guest_mode = True
    assert await poller(allowed_updates=["message"]) == []
    ana.say(away, "@puluc_bot")
    assert await poller() == []


async def test_an_answer_without_a_title(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, ana: Person, away: Chat
) -> None:
    """An article needs a title, though nobody sees it."""
    query = await summoned(poller, ana, away, "@puluc_bot")
    with pytest.raises(BadRequest, match="Article_title_empty"):
        await bot.answer_guest_query(query, article(title=""))
    telegram_simulator.violations.clear()


@pytest.mark.parametrize("on", [True, False])
async def test_whether_it_is_on(
    telegram_simulator: TelegramSimulator, bot: Bot, *, on: bool
) -> None:
    """The bot's own account tells whether it can be a guest."""
    telegram_simulator.guest_mode = on
    assert (await bot.get_me()).supports_guest_queries is on
