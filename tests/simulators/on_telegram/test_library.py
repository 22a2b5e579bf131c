"""The simulator with python-telegram-bot."""

import asyncio
from asyncio import to_thread
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

import pytest
from telegram import Bot, InputMediaAnimation, InputMediaPhoto, MenuButtonCommands, Update
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, RetryAfter, TelegramError

from small_telegram_bot import Act, Poller, client, gif, hooked, png, polling, press_me
from telegram_simulator.people import Impossible, Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from telegram_simulator.specification import wrong_object


@pytest.mark.parametrize("running", [polling, hooked])
async def test_running_bot(
    telegram_simulator: TelegramSimulator,
    plaza: Chat,
    ana: Person,
    running: Callable[[TelegramSimulator, Act], AbstractAsyncContextManager[None]],
) -> None:
    """A bot with polling or a webhook answers a command with a photo and a press with an alert."""

    async def act(update: Update) -> None:
        if update.message is not None and update.message.text == "/board@puluc_bot":
            await update.message.reply_photo(png(), caption="<b>Here</b>", parse_mode="HTML")
            await update.message.reply_text("Press", reply_markup=press_me())
        if update.callback_query is not None:
            await update.callback_query.answer("Not your turn", show_alert=True)

    async with running(telegram_simulator, act):
        await to_thread(ana.say, plaza, "/board@puluc_bot")
        photo = await to_thread(plaza.wait_for, lambda m: m.picture)
        assert (photo.picture, photo.caption, photo.marked("bold")) == (png(), "Here", ["Here"])
        message = await to_thread(plaza.wait_for, lambda m: m.labels == ["Press me"])
        answer = await to_thread(ana.press, message, "Press me")
        assert (answer.text, answer.alert) == ("Not your turn", True)
        assert answer.milliseconds > 0
        await to_thread(telegram_simulator.wait, lambda: not telegram_simulator.pending)


async def test_everything_sent_is_valid(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person, ben: Person
) -> None:
    """All updates and responses conform to the specification."""
    sim = telegram_simulator
    town = sim.supergroup("Town", forum=True)
    topic = sim.topic(town, "Games")
    await bot.send_photo(town.id, png(), caption="@benben", message_thread_id=topic.thread_id)
    await bot.send_animation(plaza.id, gif(), reply_markup=press_me())
    await bot.send_photo(sim.channel("Pictures", username="pictures").id, png())

    def people() -> None:
        ana.press(plaza.last, "Press me", wait=False)
        plaza.last.deleted = True
        ana.forge(plaza.history[max(plaza.history)], "x", wait=False)
        ana.say(topic, "/board@puluc_bot Ben", ben, reply_to=topic.last)
        ana.say(ana.private, "hello")
        ana.inline("road", plaza, wait=False)
        ana.block()
        sim.appoint(ana, plaza, anonymous=True)
        ana.say(plaza, "/board@puluc_bot")
        sim.leave(ben, plaza)
        sim.migrate(plaza)
        sim.kick_bot(town)
        sim.invite_bot(town)

    await to_thread(people)
    updates = sim.pending
    assert len(updates) == 17
    assert [wrong_object("Update", update.json) for update in updates] == [[]] * 17
    assert len(await bot.get_updates()) == 17
    await bot.get_chat_member(town.id, ana.id)
    kinds = {"getMe": "User", "sendPhoto": "Message", "sendAnimation": "Message"}
    kinds |= {"getChatMember": "ChatMember"}
    for request in sim.requests:
        if request.method in kinds:
            assert wrong_object(kinds[request.method], request.answer) == []


# what users see


async def test_photo_with_buttons(
    poller: Poller, bot: Bot, plaza: Chat, ana: Person, ben: Person
) -> None:
    """Users see captions, pictures, buttons and mentions; only new messages notify."""
    ana_spoke = await to_thread(ana.say, plaza, "/board@puluc_bot")
    caption = f'<a href="tg://user?id={ben.id}">B&amp;n</a>, your turn'
    sent = await bot.send_photo(
        plaza.id,
        png(),
        caption=caption,
        parse_mode="HTML",
        reply_markup=press_me("4", "m:4"),
        reply_to_message_id=ana_spoke.id,
    )
    board = plaza.last
    assert (board.caption, board.labels, board.reply_to) == ("B&n, your turn", ["4"], ana_spoke)
    assert (board.mentions, board.pinged) == ([ben], [ben, ana])
    assert board.marked("text_mention") == ["B&n"]
    media = InputMediaPhoto(png("blue"), caption="@benben", parse_mode="HTML")
    await bot.edit_message_media(media, plaza.id, sent.message_id)
    assert (board.picture, board.caption, board.labels) == (png("blue"), "@benben", [])
    assert (board.edits, board.mentions, board.pinged) == (1, [ben], [ben, ana])


async def test_unknown_people_are_not_mentioned(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat
) -> None:
    """A link to a user unknown to the bot isn't a mention."""
    town = telegram_simulator.supergroup("Town")
    eva = telegram_simulator.person("Eva", town)
    for known in (False, True):
        link = f'<a href="tg://user?id={eva.id}">Eva</a>'
        await bot.send_message(plaza.id, link, parse_mode="HTML")
        assert bool(plaza.last.entities) is known
        await to_thread(eva.start)
    assert plaza.last.pinged == []  # she isn't in the group


async def test_files(bot: Bot, plaza: Chat) -> None:
    """A photo can be downloaded, and sent again by its file id, but not as another type."""
    sent = await bot.send_photo(plaza.id, png())
    file = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == png()
    await bot.send_photo(plaza.id, sent.photo[-1].file_id)
    assert plaza.last.picture == png()
    with pytest.raises(BadRequest, match="Can't use file of type photo as animation"):
        await bot.send_animation(plaza.id, sent.photo[-1].file_id)
    with pytest.raises(BadRequest, match="Wrong file identifier"):
        await bot.send_photo(plaza.id, "nothing")


async def test_a_document(telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat) -> None:
    """A document has a name and contents; an empty one is refused."""
    sent = await bot.send_document(plaza.id, b"b+3", caption="Here", filename="game.txt")
    shown = plaza.last
    assert (shown.document, shown.file_name, shown.caption) == (b"b+3", "game.txt", "Here")
    assert sent.document is not None
    assert sent.document.file_name == "game.txt"
    file = await bot.get_file(sent.document.file_id)
    assert bytes(await file.download_as_bytearray()) == b"b+3"
    with pytest.raises(BadRequest, match="File must be non-empty"):
        await bot.send_document(plaza.id, b"", filename="game.txt")
    telegram_simulator.violations.clear()
    telegram_simulator.forbid(plaza, "can_send_documents")
    with pytest.raises(BadRequest, match="Not enough rights to send documents to the chat"):
        await bot.send_document(plaza.id, b"b+3", filename="game.txt")


async def test_the_menu_button(telegram_simulator: TelegramSimulator, bot: Bot) -> None:
    """The menu button of private chats lists the commands, or is Telegram's default."""
    await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    assert telegram_simulator.menu_button == "commands"
    await bot.set_chat_menu_button()
    assert telegram_simulator.menu_button == "default"


async def test_animation_becomes_photo(bot: Bot, plaza: Chat) -> None:
    """Media can replace a text, or media of another type, in a message."""
    sent = await bot.send_message(plaza.id, "x")
    await bot.edit_message_media(InputMediaAnimation(gif()), plaza.id, sent.message_id)
    assert (plaza.last.animation, plaza.last.text) == (gif(), "")
    await bot.edit_message_media(InputMediaPhoto(png()), plaza.id, sent.message_id)
    assert (plaza.last.animation, plaza.last.picture) == (None, png())


# presses


async def test_one_answer(poller: Poller, bot: Bot, plaza: Chat, ana: Person) -> None:
    """A press takes one answer; a second one is too late."""
    await bot.send_message(plaza.id, "x", reply_markup=press_me())
    pressing = asyncio.create_task(to_thread(ana.press, plaza.last, "pressed"))
    (update,) = await poller(5)
    assert update.callback_query is not None
    await update.callback_query.answer("Done")
    answer = await pressing
    assert (answer.text, answer.alert, answer.answered) == ("Done", False, True)
    with pytest.raises(BadRequest, match="Query is too old"):
        await update.callback_query.answer("Done again")


async def test_late_answer(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """After some time a press can no longer be answered."""
    await bot.send_message(plaza.id, "x", reply_markup=press_me())
    telegram_simulator.query_seconds = 0
    answer = await to_thread(ana.press, plaza.last, "pressed", wait=False)
    (update,) = await poller()
    assert update.callback_query is not None
    with pytest.raises(BadRequest, match="Query is too old"):
        await update.callback_query.answer()
    assert not answer.answered


async def test_stale_and_forged_presses(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """Old buttons, deleted messages and forged data can be pressed, but not buttons never shown."""
    await bot.send_message(plaza.id, "x", reply_markup=press_me())
    message = plaza.last
    (button,) = message.buttons
    await bot.edit_message_reply_markup(plaza.id, message.id)
    with pytest.raises(Impossible):
        ana.press(message, "Press me")
    await to_thread(ana.press, message, button, wait=False)
    await to_thread(ana.forge, message, "\N{SLOT MACHINE}", wait=False)
    telegram_simulator.delete(message)
    await to_thread(ana.press, message, button, wait=False)
    queries = [update.callback_query for update in await poller()]
    assert [query and query.data for query in queries] == ["pressed", "\N{SLOT MACHINE}", "pressed"]
    assert queries[-1] is not None
    assert queries[-1].message is not None
    assert not queries[-1].message.is_accessible


# what Telegram refuses


async def test_edits_refused(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """An edit must change something in an existing message of the bot's own, within the limits."""
    sent = await bot.send_photo(plaza.id, png(), caption="x", reply_markup=press_me())
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_caption("x", reply_markup=press_me())
    media = InputMediaPhoto(sent.photo[-1].file_id, caption="x")
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_media(media, reply_markup=press_me())
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await sent.edit_text("x")
    await sent.edit_reply_markup(None)
    assert plaza.last.labels == []
    spoken = await to_thread(ana.say, plaza, "hello")
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("x", plaza.id, spoken.id)
    telegram_simulator.delete(plaza.history[sent.message_id])
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await sent.edit_caption("y")
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(plaza.id, "x", reply_to_message_id=sent.message_id)
    await bot.send_message(
        plaza.id, "x", reply_to_message_id=sent.message_id, allow_sending_without_reply=True
    )


async def test_deleting(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """A bot can delete its own messages for two days, and others' as an administrator."""
    sent = await bot.send_message(plaza.id, "x")
    spoken = await to_thread(ana.say, plaza, "hello")
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await bot.delete_message(plaza.id, spoken.id)
    telegram_simulator.appoint_bot(plaza)
    await bot.delete_message(plaza.id, spoken.id)
    telegram_simulator.age(plaza.last, hours=49)
    with pytest.raises(BadRequest, match="Message can't be deleted for everyone"):
        await sent.delete()
    telegram_simulator.age(plaza.last, hours=-49)
    await sent.delete()
    assert plaza.messages == []
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await sent.delete()


async def test_kicked_and_blocked(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """A bot can write in chats it belongs to, and to users who have started it."""
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(ana.id, "x")
    await to_thread(ana.start, "code")
    await bot.send_message(ana.id, "x")
    assert [message.text for message in ana.private.messages] == ["/start code", "x"]
    assert ana.private.last.pinged == [ana]
    await to_thread(ana.block)
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(ana.id, "x")
    telegram_simulator.kick_bot(plaza)
    with pytest.raises(Forbidden, match="bot was kicked from the group chat"):
        await bot.send_message(plaza.id, "x")
    telegram_simulator.invite_bot(plaza)
    await bot.send_message(plaza.id, "x")
    statuses = [
        (update.my_chat_member.chat.type, update.my_chat_member.new_chat_member.status)
        for update in await poller()
        if update.my_chat_member is not None
    ]
    assert statuses == [("private", "kicked"), ("group", "kicked"), ("group", "member")]
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(17, "x")


@pytest.mark.parametrize(
    ("caption", "photo", "said"),
    [
        ("<b>x", png(), "can't find end tag"),
        ("x" * 1025, png(), "caption is too long"),
        ("x", png()[:-1], "Image_process_failed"),
        ("x", png(size=(2100, 100)), "Photo_invalid_dimensions"),
        ("x", png(size=(9999, 600)), "Photo_invalid_dimensions"),
    ],
)
async def test_violations_fail_the_test(
    telegram_simulator: TelegramSimulator,
    bot: Bot,
    plaza: Chat,
    caption: str,
    photo: bytes,
    said: str,
) -> None:
    """A request that no bot should send is refused and fails the fixture."""
    with pytest.raises(BadRequest, match=said):
        await bot.send_photo(plaza.id, photo, caption=caption, parse_mode="HTML")
    assert len(telegram_simulator.violations) == 1
    assert plaza.messages == []
    telegram_simulator.violations.clear()


async def test_wrong_token(telegram_simulator: TelegramSimulator) -> None:
    """A wrong token is refused."""
    stranger = Bot("1:x", base_url=f"{telegram_simulator.url}/bot")
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()


# limits and faults


async def test_group_limit(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """A group can have a rate limit on messages and edits of its own."""
    telegram_simulator.limit_groups(3, seconds=60)
    sent = await bot.send_message(plaza.id, "x")
    await sent.edit_text("y")
    await bot.send_photo(plaza.id, png())
    with pytest.raises(RetryAfter) as refused:
        await sent.edit_text("z")
    assert refused.value.retry_after == timedelta(seconds=60)
    await to_thread(ana.start)
    for _ in range(4):
        await bot.send_message(ana.id, "x")
    telegram_simulator.limit_groups(None)
    await sent.edit_text("z")


async def test_faults(telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat) -> None:
    """Chosen requests fail as configured; if only the response is lost, they take effect."""
    telegram_simulator.limit_next(retry_after=7, part=f"sendMessage {plaza.id}")
    telegram_simulator.refuse_next("Bad Request: nothing", part="sendPhoto")
    telegram_simulator.break_next(applied=True, part="editMessageText")
    with pytest.raises(RetryAfter):
        await bot.send_message(plaza.id, "x")
    sent = await bot.send_message(plaza.id, "x")
    with pytest.raises(BadRequest, match="Nothing"):
        await bot.send_photo(plaza.id, png())
    with pytest.raises(TelegramError, match="Bad Gateway"):
        await sent.edit_text("y")
    assert [message.text for message in plaza.messages] == ["y"]
    assert [request.status for request in telegram_simulator.requests[1:]] == [429, 200, 400, 502]


# updates


async def test_confirming(poller: Poller, plaza: Chat, ana: Person) -> None:
    """Unconfirmed updates are delivered again."""
    await to_thread(ana.say, plaza, "/board@puluc_bot")
    (first,) = await poller.bot.get_updates(offset=poller.offset)
    (second,) = await poller()
    assert first == second
    assert await poller() == []


async def test_twice_and_backwards(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person
) -> None:
    """On demand, updates are repeated after confirmation, or delivered in reverse."""

    def people() -> None:
        with telegram_simulator.delivering(times=2):
            ana.say(plaza, "/one@puluc_bot")
        with telegram_simulator.delivering(backwards=True):
            ana.say(plaza, "/two@puluc_bot")
            ana.say(plaza, "/three@puluc_bot")

    await to_thread(people)
    heard = [[one.message.text for one in await poller() if one.message] for _ in range(3)]
    assert heard == [
        ["/one@puluc_bot", "/three@puluc_bot", "/two@puluc_bot"],
        ["/one@puluc_bot"],
        [],
    ]


async def test_allowed_updates(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person
) -> None:
    """Only the requested kinds of updates are delivered from then on."""
    await poller(allowed_updates=["callback_query"])
    await to_thread(ana.say, plaza, "/board@puluc_bot")
    assert await poller() == []
    await poller(allowed_updates=["message"])
    await to_thread(ana.say, plaza, "/board@puluc_bot")
    assert len(await poller()) == 1


async def test_two_pollers(telegram_simulator: TelegramSimulator, poller: Poller) -> None:
    """A second poller ends the first one's wait."""
    first = asyncio.create_task(poller(30))
    await to_thread(telegram_simulator.wait, lambda: telegram_simulator.polling)
    async with client(telegram_simulator) as other:
        await other.get_updates()
    with pytest.raises(Conflict):
        await first
    assert telegram_simulator.conflicts == 1


async def test_dates(bot: Bot, plaza: Chat) -> None:
    """The library reads a date as it was sent."""
    source = 'by <tg-time unix="1647531900" format="wDT">17 March 2022, 22:45 UTC</tg-time>'
    sent = await bot.send_message(plaza.id, source, parse_mode="HTML")
    assert sent.text_html == source
    assert sent.text == plaza.last.text == "by 17 March 2022, 22:45 UTC"
