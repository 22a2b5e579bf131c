"""Inline mode: results for any chat, and messages that the bot edits there."""

from asyncio import to_thread
from collections.abc import Sequence

import pytest
from telegram import (
    Bot,
    InlineQueryResult,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InputMediaPhoto,
    InputTextMessageContent,
)
from telegram.error import BadRequest, Forbidden

from small_telegram_bot import Poller, png, press_me
from telegram_simulator.people import Person, Result
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator

CONTENT = InputTextMessageContent("<b>A game?</b>", parse_mode="HTML")


def article() -> InlineQueryResultArticle:
    """An inline result: a challenge that can be accepted."""
    return InlineQueryResultArticle("road", "Road game", CONTENT, press_me("Accept", "a"))


async def offered(
    poller: Poller, ana: Person, results: Sequence[InlineQueryResult]
) -> list[Result]:
    """What Ana is offered after typing "road"."""
    typed = await to_thread(ana.inline, "road", wait=False)
    (update,) = await poller()
    assert update.inline_query is not None
    assert update.inline_query.query == "road"
    await update.inline_query.answer(results, cache_time=0, is_personal=True)
    return typed.results


async def test_message_without_the_bot(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, ana: Person, ben: Person
) -> None:
    """A chosen result in a chat without the bot can be pressed and edited."""
    (result,) = await offered(poller, ana, [article()])
    assert result.title == "Road game"
    pair = telegram_simulator.conversation(ana, ben)
    message = await to_thread(ana.choose, result, pair)
    assert (message.text, message.marked("bold"), message.sender) == ("A game?", ["A game?"], ana)
    await to_thread(ben.press, message, "Accept", wait=False)
    chosen, press = await poller()
    assert chosen.chosen_inline_result is not None
    number = chosen.chosen_inline_result.inline_message_id
    assert press.callback_query is not None
    assert press.callback_query.message is None
    assert press.callback_query.inline_message_id == number
    assert press.callback_query.from_user.id == ben.id
    await bot.edit_message_text("Ben plays", inline_message_id=number)
    assert (message.text, message.labels) == ("Ben plays", [])
    with pytest.raises(BadRequest, match="Message_id_invalid"):
        await bot.edit_message_text("x", inline_message_id="nothing")


async def test_pictures_by_number_only(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """An inline message accepts pictures by file id only, not as uploads."""
    file = (await bot.send_photo(plaza.id, png())).photo[-1].file_id
    photo = InlineQueryResultCachedPhoto("1", file, caption="x", reply_markup=press_me())
    (result,) = await offered(poller, ana, [photo])
    message = await to_thread(ana.choose, result, plaza)
    assert message.picture == png()
    other = (await bot.send_photo(plaza.id, png("blue"))).photo[-1].file_id
    await bot.edit_message_media(InputMediaPhoto(other), inline_message_id=message.inline_id)
    assert message.picture == png("blue")
    with pytest.raises(BadRequest, match="can't be uploaded"):
        await bot.edit_message_media(InputMediaPhoto(png()), inline_message_id=message.inline_id)
    telegram_simulator.violations.clear()


async def test_pictures_in_a_channel(
    telegram_simulator: TelegramSimulator, bot: Bot, ana: Person
) -> None:
    """A bot can post in a channel, by name or id, as long as it is an administrator there."""
    channel = telegram_simulator.channel("Pictures", username="pictures")
    sent = await bot.send_photo("@pictures", png(), disable_notification=True)
    assert (sent.from_user, sent.chat.id, sent.chat.type) == (None, channel.id, "channel")
    assert ana.id not in channel.people
    channel.administrators.clear()
    with pytest.raises(BadRequest, match="administrator rights"):
        await bot.send_photo(channel.id, png())
    telegram_simulator.kick_bot(channel)
    with pytest.raises(Forbidden):
        await bot.send_photo(channel.id, png())


async def test_a_deleted_message(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """A deleted message can't be edited."""
    (result,) = await offered(poller, ana, [article()])
    message = await to_thread(ana.choose, result, plaza)
    telegram_simulator.delete(message)
    with pytest.raises(BadRequest, match="Message_id_invalid"):
        await bot.edit_message_text("x", inline_message_id=message.inline_id)


async def test_without_feedback(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person
) -> None:
    """Without inline feedback, the bot isn't told which result was chosen, but gets its presses."""
    telegram_simulator.inline_feedback = False
    (result,) = await offered(poller, ana, [article()])
    message = await to_thread(ana.choose, result, plaza)
    await to_thread(ana.press, message, "Accept", wait=False)
    updates = await poller()
    assert all(update.chosen_inline_result is None for update in updates)
    assert updates[-1].callback_query is not None


async def test_heard_in_a_group(poller: Poller, plaza: Chat, ana: Person) -> None:
    """In a group with the bot, it also receives the message, with `via_bot` set."""
    (result,) = await offered(poller, ana, [article()])
    await to_thread(ana.choose, result, plaza)
    _, update = await poller()
    assert update.message is not None
    assert update.message.via_bot is not None
    assert update.message.via_bot.username == "puluc_bot"


async def test_wrong_results(
    telegram_simulator: TelegramSimulator, poller: Poller, ana: Person
) -> None:
    """Duplicate result ids are refused."""
    with pytest.raises(BadRequest, match="Result_id_duplicate"):
        await offered(poller, ana, [article(), article()])
    telegram_simulator.violations.clear()
