"""Things that go wrong on the real Telegram go wrong here too."""

from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from telegram import Bot, ChatMemberRestricted, InputMediaPhoto
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter

from simulation.server import strict
from small_telegram_bot import Poller, client, png, press_me
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator

HOUR = 3600.0


@dataclass
class Frozen:
    """A Telegram whose clock stands still, with a bot in a group."""

    now: float = 1_000_000.0
    sim: TelegramSimulator = field(init=False)
    plaza: Chat = field(init=False)
    bot: Bot = field(init=False)

    def __post_init__(self) -> None:
        self.sim = TelegramSimulator(lambda: self.now)


@pytest.fixture
async def frozen(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Frozen]:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    frozen = Frozen()
    with strict(frozen.sim):
        frozen.plaza = frozen.sim.group("Plaza")
        async with client(frozen.sim) as frozen.bot:
            yield frozen


async def test_rights(telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat) -> None:
    """What a group forbids its members is forbidden to a bot too, unless it is an administrator."""
    telegram_simulator.forbid(plaza, "can_send_photos")
    sent = await bot.send_message(plaza.id, "x")
    said = "Not enough rights to send photos to the chat"
    with pytest.raises(BadRequest, match=said):
        await bot.send_photo(plaza.id, png())
    with pytest.raises(BadRequest, match=said):
        await bot.send_media_group(plaza.id, [InputMediaPhoto(png())] * 2)
    with pytest.raises(BadRequest, match=said):
        await bot.edit_message_media(InputMediaPhoto(png()), plaza.id, sent.message_id)
    telegram_simulator.appoint_bot(plaza)
    await bot.send_photo(plaza.id, png())


async def test_no_rights_at_all(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat
) -> None:
    """A group may forbid writing; what it allows again works."""
    telegram_simulator.forbid(plaza, "can_send_messages")
    with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
        await bot.send_message(plaza.id, "x")
    telegram_simulator.allow(plaza, "can_send_messages")
    await bot.send_message(plaza.id, "x")


async def test_every_status(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person, ben: Person
) -> None:
    """A bot can look up each status that a user can have in a chat."""
    sim = telegram_simulator

    async def status(person: Person) -> tuple[str, bool | None]:
        member = await bot.get_chat_member(plaza.id, person.id)
        inside = member.is_member if isinstance(member, ChatMemberRestricted) else None
        return member.status, inside

    assert await status(ana) == ("member", None)
    sim.restrict(ana, plaza, inside=True)
    assert await status(ana) == ("restricted", True)
    sim.restrict(ana, plaza, inside=False)
    assert await status(ana) == ("restricted", False)
    sim.appoint(ben, plaza)
    assert await status(ben) == ("administrator", None)
    eva, dan = sim.person("Eva"), sim.person("Dan")
    sim.leave(eva, plaza)
    sim.ban(dan, plaza)
    assert [await status(person) for person in (eva, dan)] == [("left", None), ("kicked", None)]


async def test_hidden_members(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """If members are hidden, only administrators can look them up."""
    telegram_simulator.hide_members(plaza)
    with pytest.raises(BadRequest, match="Member list is inaccessible"):
        await bot.get_chat_member(plaza.id, ana.id)
    telegram_simulator.appoint_bot(plaza)
    assert (await bot.get_chat_member(plaza.id, ana.id)).status == "member"


async def test_a_deleted_account(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person, ben: Person
) -> None:
    """Messages of a deleted account stay, from a user with an empty name."""
    spoken = await to_thread(ben.say, plaza, "hello")
    telegram_simulator.delete_account(ben)
    await to_thread(ana.say, plaza, "/challenge@puluc_bot", reply_to=spoken)
    (update,) = await poller()
    assert update.message is not None
    assert update.message.reply_to_message is not None
    assert update.message.reply_to_message.from_user is not None
    assert update.message.reply_to_message.from_user.first_name == ""


async def test_writing_to_a_deleted_account(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person, ben: Person
) -> None:
    """A bot can't write to a deleted account, nor edit or delete its messages there."""
    await to_thread(ana.start)
    sent = await bot.send_message(ana.id, "x")
    for person in (ana, ben):
        telegram_simulator.delete_account(person)
        with pytest.raises(Forbidden, match="user is deactivated"):
            await bot.send_message(person.id, "y")
    with pytest.raises(Forbidden, match="user is deactivated"):
        await sent.edit_text("y")
    with pytest.raises(Forbidden, match="user is deactivated"):
        await sent.delete()


async def test_the_status_of_a_deleted_account(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """A deleted account remains a member, without a name."""
    telegram_simulator.delete_account(ana)
    member = await bot.get_chat_member(plaza.id, ana.id)
    assert (member.status, member.user.first_name) == ("member", "")


async def test_an_unknown_user(bot: Bot, plaza: Chat) -> None:
    """A user whom the bot has never met isn't found."""
    with pytest.raises(BadRequest, match="Member not found"):
        await bot.get_chat_member(plaza.id, 17)


async def test_messages_age_by_the_clock(frozen: Frozen) -> None:
    """A message has the clock's date, and can be deleted for two days by the same clock."""
    bot, plaza = frozen.bot, frozen.plaza
    first, second = [await bot.send_message(plaza.id, "x") for _ in range(2)]
    assert first.date.timestamp() == frozen.now
    frozen.now += 48 * HOUR
    await first.delete()
    frozen.now += 1
    with pytest.raises(BadRequest, match="Message can't be deleted for everyone"):
        await second.delete()
    assert plaza.last.age_seconds == 48 * HOUR + 1


async def test_dates_are_limited_by_the_clock(frozen: Frozen) -> None:
    """A date may lie three years ahead of the clock, and no further."""
    latest = int(frozen.now) + 1098 * 86400
    for at, refused in ((latest, False), (latest + 1, True)):
        text = f'<tg-time unix="{at}">then</tg-time>'
        with pytest.raises(BadRequest, match="too far") if refused else nullcontext():
            await frozen.bot.send_message(frozen.plaza.id, text, parse_mode="HTML")
    assert len(frozen.sim.violations) == 1
    frozen.sim.violations.clear()


async def test_groups_are_limited_by_the_clock(frozen: Frozen) -> None:
    """A group's rate limit allows the next message when the clock says so."""
    frozen.sim.limit_groups(1, 60)
    await frozen.bot.send_message(frozen.plaza.id, "x")
    frozen.now += 59
    with pytest.raises(RetryAfter):
        await frozen.bot.send_message(frozen.plaza.id, "y")
    frozen.now += 1
    await frozen.bot.send_message(frozen.plaza.id, "y")


async def test_private_chats_are_limited(frozen: Frozen) -> None:
    """A private chat takes one message a second and ten at once, or an album."""
    ana = frozen.sim.person("Ana")
    await to_thread(ana.start)
    frozen.sim.limit_all()
    await frozen.bot.send_message(ana.id, "x")
    with pytest.raises(RetryAfter) as refused:
        await frozen.bot.send_media_group(ana.id, [InputMediaPhoto(png())] * 10)
    assert refused.value.retry_after == timedelta(seconds=1)
    frozen.now += 1
    await frozen.bot.send_media_group(ana.id, [InputMediaPhoto(png())] * 10)
    with pytest.raises(RetryAfter):
        await frozen.bot.send_message(ana.id, "x")


async def test_all_chats_are_limited(frozen: Frozen) -> None:
    """All chats together take 30 messages a second."""
    people = [frozen.sim.person(f"Guest{number}") for number in range(4)]
    for person in people:
        await to_thread(person.start)
    frozen.sim.limit_all()
    for person in people[:3]:
        await frozen.bot.send_media_group(person.id, [InputMediaPhoto(png())] * 10)
    with pytest.raises(RetryAfter):
        await frozen.bot.send_message(people[3].id, "x")
    frozen.now += 1
    await frozen.bot.send_message(people[3].id, "x")


async def test_another_bot(
    telegram_simulator: TelegramSimulator, poller: Poller, bot: Bot, plaza: Chat, ana: Person
) -> None:
    """A bot receives nothing from another bot, nor commands meant for it."""
    other = telegram_simulator.other_bot("Other", "other_bot", plaza)
    await bot.send_message(plaza.id, "x")
    await to_thread(other.say, plaza, "/open@puluc_bot")
    await to_thread(ana.say, plaza, "/open@other_bot")
    await to_thread(ana.say, plaza, "/open")  # which goes to the bot that wrote last
    assert await poller() == []


@pytest.mark.parametrize(
    "update",
    [{"update_id": None}, {"message": 5}, {"message": {}}, {"callback_query": {"id": "1"}}],
)
async def test_updates_that_cannot_be_read(
    telegram_simulator: TelegramSimulator, poller: Poller, plaza: Chat, ana: Person, update: object
) -> None:
    """A malformed update makes the library lose all updates in the same batch."""
    await to_thread(ana.say, plaza, "/open@puluc_bot")
    telegram_simulator.misinform(update)
    with pytest.raises((TypeError, AttributeError, KeyError)):
        await poller()


@pytest.mark.parametrize("applied", [True, False])
async def test_cut_in_the_middle(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat, applied: bool
) -> None:
    """If the connection ends in the middle of a response, the request may have been processed."""
    telegram_simulator.cut_next(part="sendMessage", applied=applied)
    before = len(plaza.messages)
    with pytest.raises(NetworkError):
        await bot.send_message(plaza.id, "x")
    assert len(plaza.messages) == before + applied
    assert len(telegram_simulator.lost) == applied


async def test_a_lost_message_that_is_found(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat
) -> None:
    """A message whose response was cut is no longer lost once the bot edits it."""
    telegram_simulator.cut_next(part="sendMessage", applied=True)
    with pytest.raises(NetworkError):
        await bot.send_message(plaza.id, "x")
    await bot.edit_message_text("y", plaza.id, plaza.messages[-1].id)
    assert not telegram_simulator.lost


async def test_each_picture_of_a_media_group_counts(
    telegram_simulator: TelegramSimulator, bot: Bot, plaza: Chat
) -> None:
    """Each picture of a media group counts towards the group's rate limit."""
    telegram_simulator.limit_groups(4, seconds=60)
    await bot.send_media_group(plaza.id, [InputMediaPhoto(png())] * 3)
    with pytest.raises(RetryAfter):
        await bot.send_media_group(plaza.id, [InputMediaPhoto(png())] * 2)
    await bot.send_message(plaza.id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(plaza.id, "x")


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("see t.me/x now", "url"),
        ("https://x.example/a", "url"),
        ("tg://resolve?domain=x", "url"),
        ("ask @benben", "mention"),
        ("type /open", "bot_command"),
        ("a #maize b", "hashtag"),
        ("$MAIZE up", "cashtag"),
        ("ana@x.example", "email"),
        ("not.a.word, 3.14 and 1/2", None),
    ],
)
async def test_what_telegram_finds(bot: Bot, plaza: Chat, words: str, kind: str | None) -> None:
    """Telegram finds links, mentions and commands in the bot's plain text too."""
    await bot.send_message(plaza.id, words, reply_markup=press_me())
    assert [entity.type for entity in plaza.last.entities] == ([kind] if kind else [])
