"""What people set for themselves: /puluc me and its buttons."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.acts.about_me import TOPICS
from bot.acts.cities import City, Found
from bot.table.button import Button
from bot.table.codes import decode, encode
from bot.table.due import VACATION
from bot.table.intents import ChangeMe, ShowMe
from bot.table.pace import DAY
from bot.table.people import Actor, Platform, User
from bot.table.ports import Down, StoreDown
from bot.table.preferences import Preferences, Quiet, Reminders, Vacation
from bot.table.request import Reply
from bot.table.turns import Hands
from bot.work.workshop import Busy, Urgency
from tests.bot.acts.room import ANA, BEN, Room, Why

EVA = Actor(User(Platform.DISCORD, "17"), "Eva", "es-MX")
NOW = int(datetime(2026, 12, 1, 12, 5, tzinfo=UTC).timestamp())
MOST_BUTTONS = 25
"""Discord's limit for a message."""

FOUND = {
    "Berlin": Found(cities=(City("Berlin", "", "DE", "Germany", "Europe/Berlin"),)),
    "springfield": Found(
        cities=(
            City("Springfield", "Missouri", "US", "United States", "America/Chicago"),
            City("Springfield", "Massachusetts", "US", "United States", "America/New_York"),
        )
    ),
    "europe/paris": Found("Europe/Paris"),
    "Belrin": Found(similar=("Berlin", "Merlin")),
}


@pytest.fixture(autouse=True)
def _at_noon(room: Room) -> None:
    """It's shortly after noon UTC, and these are the only cities."""

    async def find(_urgency: Urgency, _find: object, typed: str) -> Found:
        if typed == "Rush":
            raise Busy
        return FOUND.get(typed, Found())

    room.now = NOW
    room.use(Hands(room.corn), find)


async def change(room: Room, actor: Actor = EVA, **changes: str) -> Reply:
    """Type /puluc me with these options."""
    return await room.act(actor, ChangeMe(tuple(changes.items())))


async def offered(room: Room, topic: str, actor: Actor = EVA) -> dict[str, Button]:
    """The buttons of a topic, by label. Each has a payload of its own."""
    reply = await room.act(actor, ShowMe(topic))
    assert not reply.refused
    buttons = [each for each in reply.choices if isinstance(each, Button)]
    assert len({encode(each.intent) for each in buttons}) == len(buttons) <= MOST_BUTTONS
    assert all(decode(encode(each.intent)) == each.intent for each in buttons)
    return {room.say(each.text): each for each in buttons}


async def press(room: Room, topic: str, label: str, actor: Actor = EVA) -> Reply:
    """Press a button of a topic."""
    return await room.act(actor, (await offered(room, topic, actor))[label].intent)


async def preferences(room: Room, actor: Actor = EVA) -> Preferences:
    return await room.store.preferences(actor.user)


async def test_everything_is_listed(room: Room) -> None:
    """The list has a line and a button for each preference."""
    reply = await room.act(EVA, ShowMe())
    assert [room.say(text) for text in reply.texts] == [
        "Reminders: on. I remind you at most twice a turn.",
        "Where: I remind you in the game's channel.",
        "Quiet hours: none",
        "Time zone: not set, so I use UTC, where it's 12:05.",
        "Vacation: none",
        "To change these, press a button or type, for example, /puluc me quiet=22-8 zone=Berlin.",
    ]
    assert [each.intent for each in reply.choices if isinstance(each, Button)] == [
        ShowMe(topic) for topic in TOPICS
    ]


@pytest.mark.parametrize("topic", TOPICS)
async def test_the_current_choice_is_not_offered(room: Room, topic: str) -> None:
    """After a press, the same choice has no button any more."""
    for label in list(await offered(room, topic))[:5]:
        if label not in (now := await offered(room, topic)):
            continue
        intent = now[label].intent
        assert not (await room.act(EVA, intent)).refused
        later = (await offered(room, topic)).values()
        assert topic == "vacation" or intent not in [each.intent for each in later]


async def test_reminders(room: Room) -> None:
    """Buttons change how many reminders a person gets; the reply says what is set now."""
    reply = await press(room, "reminders", "Less")
    assert room.say(reply.texts[0]).startswith("Reminders: less.")
    assert (await preferences(room)).reminders is Reminders.LESS
    assert list(await offered(room, "reminders")) == ["On", "Off"]


async def test_only_the_actor_is_changed(room: Room) -> None:
    """Preferences of others stay as they are."""
    await change(room, reminders="off")
    assert await preferences(room, ANA) == Preferences()


async def test_several_changes(room: Room) -> None:
    """One command can change several preferences; the reply has a line for each."""
    reply = await change(room, reminders="less", where="private", quiet="22-8", zone="Berlin")
    assert [text.key for text in reply.texts] == [
        "me.reminders.less",
        "me.where.private",
        "me.quiet.hours",
        "me.zone.set",
    ]
    assert await preferences(room) == Preferences(
        reminders=Reminders.LESS,
        private=True,
        quiet=Quiet(22, 8),
        zone="Europe/Berlin",
        language="es-MX",
    )


async def test_all_changes_or_none(room: Room, why: Why) -> None:
    """If one of several changes is refused, nothing is changed."""
    assert why(await change(room, reminders="off", quiet="8-8")) == "me.quiet.wrong"
    assert await preferences(room) == Preferences()


async def test_private_messages(room: Room) -> None:
    """Choosing private messages again clears that the platform refused one."""
    await press(room, "where", "In private")
    await room.store.prefer(EVA.user, refused=True)
    reply = await room.act(EVA, ShowMe("where"))
    assert reply.texts[0].key == "me.where.refused"
    await press(room, "where", "In private")
    assert not (await preferences(room)).refused
    assert (await preferences(room)).private


async def test_the_web_has_no_private_messages(room: Room, why: Why) -> None:
    """In the web chat, private messages are neither listed nor accepted."""
    reply = await room.act(ANA, ShowMe())
    assert not any(text.key.startswith("me.where") for text in reply.texts)
    assert ShowMe("where") not in [
        each.intent for each in reply.choices if isinstance(each, Button)
    ]
    assert why(await room.act(ANA, ShowMe("where"))) == "me.where.web"
    assert why(await change(room, ANA, where="private")) == "me.where.web"
    assert not (await change(room, ANA, where="channel")).refused


@pytest.mark.parametrize(
    ("typed", "quiet"),
    [
        ("22-8", Quiet(22, 8)),
        (" 22:00 - 8:00 ", Quiet(22, 8)),
        ("0\N{EN DASH}9", Quiet(0, 9)),
        ("20-24", Quiet(20, 0)),
        ("OFF", None),
    ],
)
async def test_quiet_hours(room: Room, typed: str, quiet: Quiet | None) -> None:
    """Quiet hours can be typed in several ways."""
    await room.store.prefer(EVA.user, quiet=Quiet(1, 2))
    assert not (await change(room, quiet=typed)).refused
    assert (await preferences(room)).quiet == quiet


@pytest.mark.parametrize(
    "typed", ["8-8", "22-25", "0-24", "24-8", "22", "late", "", "-1-5", "1-2-3"]
)
async def test_wrong_quiet_hours(room: Room, why: Why, typed: str) -> None:
    """Hours that don't exist, or that make no span, are refused."""
    assert why(await change(room, quiet=typed)) == "me.quiet.wrong"


async def test_quiet_hours_without_a_time_zone(room: Room) -> None:
    """Setting quiet hours without a time zone leads to setting it."""
    reply = await press(room, "quiet", "22:00 to 8:00")
    assert [text.key for text in reply.texts] == ["me.quiet.hours", "me.quiet.utc"]
    assert ShowMe("zone") in [each.intent for each in reply.choices if isinstance(each, Button)]
    await change(room, zone="+2")
    reply = await press(room, "quiet", "23:00 to 7:00")
    assert [text.key for text in reply.texts] == ["me.quiet.hours"]


async def test_a_button_for_each_hour(room: Room) -> None:
    """The time zone can be set by pressing the time that it is."""
    buttons = await offered(room, "zone")
    assert sorted(buttons) == [f"{hour:02}:05" for hour in range(24)]
    await room.act(EVA, buttons["14:05"].intent)
    assert (await preferences(room)).zone == "+02:00"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("europe/paris", "Europe/Paris"),
        ("+5:30", "+05:30"),
        ("UTC-3", "-03:00"),
        ("UTC", "UTC"),
    ],
)
async def test_a_time_zone(room: Room, typed: str, zone: str) -> None:
    """A time zone can be typed as a city, a name or an offset."""
    reply = await change(room, zone=typed)
    assert (await preferences(room)).zone == zone
    assert room.say(reply.texts[0]).startswith("Time zone: ")


async def test_cities_of_the_same_name(room: Room, why: Why) -> None:
    """If cities in several time zones have a name, there's a button for each."""
    reply = await change(room, zone="springfield")
    assert why(reply) == "me.zone.several"
    buttons = [each for each in reply.choices if isinstance(each, Button)]
    assert [room.say(each.text) for each in buttons] == [
        "Springfield, Missouri, US: 06:05",
        "Springfield, Massachusetts, US: 07:05",
    ]
    await room.act(EVA, decode(encode(buttons[1].intent)))
    assert (await preferences(room)).zone == "America/New_York"


async def test_an_unknown_city(room: Room, why: Why) -> None:
    """A city that isn't known is refused with similar names, and other ways to set the zone."""
    reply = await change(room, zone="Belrin")
    assert why(reply) == "me.zone.similar"
    assert room.say(reply.texts[0]).endswith("Did you mean Berlin or Merlin?")
    assert "now=21:40" in room.say(reply.texts[1])
    assert why(await change(room, zone="Atlantis")) == "me.zone.unknown"
    assert why(await change(room, zone=" ")) == "me.zone.how"


async def test_a_busy_search(room: Room, why: Why) -> None:
    """If no worker has time to look for a city, the refusal says what to do."""
    assert why(await change(room, zone="Rush")) == "me.zone.busy"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("12:05", "+00:00"),
        ("21:40", "+09:30"),
        ("9.40 PM", "+09:30"),
        ("7am", "-05:00"),
        ("12:05am", "+12:00"),
        ("17:50", "+05:45"),
        ("0", "+12:00"),
    ],
)
async def test_it_is_now(room: Room, typed: str, zone: str) -> None:
    """The time that it is sets the time zone, to a quarter of an hour."""
    reply = await change(room, now=typed)
    assert (await preferences(room)).zone == zone
    assert [text.key for text in reply.texts] == ["me.zone.set"]


@pytest.mark.parametrize("typed", ["24:00", "13pm", "0am", "12:60", "noon", "", "1:2"])
async def test_no_time(room: Room, why: Why, typed: str) -> None:
    """What is no time of day is refused."""
    assert why(await change(room, now=typed)) == "me.now.wrong"


async def test_a_vacation_by_button(room: Room) -> None:
    """A vacation begins with a press and ends with another."""
    assert list(await offered(room, "vacation")) == ["1 week", "2 weeks", "4 weeks"]
    reply = await press(room, "vacation", "2 weeks")
    assert room.say(reply.texts[0]).startswith("Vacation: until 2026-12-15 12:05 UTC.")
    assert (await preferences(room)).vacation == Vacation(NOW, NOW + 14 * DAY)
    room.now += 7 * DAY
    assert list(await offered(room, "vacation")) == ["1 week", "2 weeks", "I'm back"]
    reply = await press(room, "vacation", "I'm back")
    assert reply.texts[0].key == "me.vacation.over"
    assert (await preferences(room)).vacation == Vacation(NOW, NOW + 7 * DAY)
    assert not await offered(room, "vacation")


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("7d", "2026-12-08 12:05"),
        ("30 days", "2026-12-31 12:05"),
        ("2026-12-24", "2026-12-23 23:00"),
    ],
)
async def test_a_typed_vacation(room: Room, typed: str, until: str) -> None:
    """A vacation can be typed as days, or as the day of return in the person's time zone."""
    await change(room, zone="Berlin", vacation=typed)
    vacation = (await preferences(room)).vacation
    assert vacation is not None
    assert f"{datetime.fromtimestamp(vacation.until, UTC):%Y-%m-%d %H:%M}" == until


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("2026", "wrong"),
        ("soon", "wrong"),
        ("2026-02-30", "wrong"),
        ("20261224", "wrong"),
        ("", "wrong"),
        ("2026-12-01", "past"),
        ("0001-01-01", "past"),
        ("0d", "past"),
        ("31d", "long"),
        ("9999-12-31", "long"),
    ],
)
async def test_a_wrong_vacation(room: Room, why: Why, typed: str, key: str) -> None:
    """A vacation that is malformed, over or too long is refused, saying how long it can be."""
    reply = await change(room, zone="Berlin", vacation=typed)
    assert why(reply) == f"me.vacation.{key}"
    assert ("2026-12-31" in room.say(reply.texts[0])) == (key in {"past", "long"})


async def test_the_next_vacation(room: Room, why: Why) -> None:
    """The refusal of a vacation too soon after the last one says when it is possible."""
    await room.store.prefer(EVA.user, vacation=Vacation(NOW - 20 * DAY, NOW - 10 * DAY))
    reply = await change(room, vacation="7d")
    assert why(reply) == "me.vacation.soon"
    assert "2026-12-21" in room.say(reply.texts[0])


async def test_coming_back_without_a_vacation(room: Room) -> None:
    """Coming back without having been away changes nothing."""
    reply = await change(room, vacation="off")
    assert [text.key for text in reply.texts] == ["me.vacation.none"]
    assert (await preferences(room)).vacation is None


async def test_running_games_learn_of_a_vacation(room: Room) -> None:
    """When a vacation begins or ends, a due is scheduled for each of the person's tables."""
    ids = {await room.playing(), await room.playing()}
    for typed in ("7d", "off"):
        room.now += 10
        await change(room, BEN, vacation=typed)
        claimed = [due for due in await room.store.claim(room.now) if due.what == VACATION]
        assert {due.table for due in claimed} == ids
        await room.store.done(*claimed)
    await change(room, BEN, reminders="less")
    assert not [due for due in await room.store.claim(room.now + 10) if due.what == VACATION]


async def test_a_crash_after_writing_a_vacation(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Running games learn of a vacation even if the process dies right after writing it."""
    id_ = await room.playing()
    prefer = room.store.prefer

    async def die(user: User, **changes: Vacation | None) -> None:
        await prefer(user, vacation=changes["vacation"])
        raise StoreDown(Down.AWAY)

    monkeypatch.setattr(room.store, "prefer", die)
    with pytest.raises(StoreDown):
        await change(room, BEN, vacation="7d")
    assert (await preferences(room, BEN)).vacation is not None
    claimed = await room.store.claim(room.now + 60)
    assert (id_, VACATION) in [(due.table, due.what) for due in claimed]


async def test_the_language_is_remembered(room: Room) -> None:
    """The language is remembered in which a person last changed a preference."""
    await change(room, quiet="off")
    assert (await preferences(room)).language == "es-MX"
    await change(room, replace(EVA, language=""), quiet="off")
    assert (await preferences(room)).language == "es-MX"


@pytest.mark.parametrize(
    "code",
    ["1y.mascot.ant", "1y.reminders.sometimes", "1y.where.sea", "1u.mascot", "1u.how"],
)
async def test_a_forged_button(room: Room, why: Why, code: str) -> None:
    """A button that was never offered is refused."""
    assert why(await room.act(EVA, decode(code))) == "press.unknown"
    assert await preferences(room) == Preferences()


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("1y.quiet.99-1", "me.quiet.wrong"),
        ("1y.zone.Mars*Olympus", "me.zone.unknown"),
        ("1y.zone.+99,00", "me.zone.unknown"),
        ("1y.vacation.999d", "me.vacation.long"),
    ],
)
async def test_a_forged_value(room: Room, why: Why, code: str, key: str) -> None:
    """A forged value of a button is refused like a typed one."""
    assert why(await room.act(EVA, decode(code))) == key
