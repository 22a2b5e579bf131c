"""What people set for themselves: /puluc me and its buttons."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.acts.me.preferences import ChangeMe, ShowMe
from bot.acts.preferences.catalogue import BY_NAME, OPTIONS
from bot.acts.preferences.cities import City, Found
from bot.acts.registry import decode
from bot.table.button import Button
from bot.table.due import VACATION
from bot.table.pace import DAY
from bot.table.people import Actor, Platform, User
from bot.table.ports import Down, StoreDown
from bot.table.preferences import Preferences, Quiet, Reminders, Vacation, Where
from bot.table.request import Reply
from bot.table.turns import Hands
from bot.work.workshop import Busy, Urgency
from tests.bot.acts.room import ANA, BEN, Room, Why

EVA = Actor(User(Platform.DISCORD, "17"), "Eva", "es-MX")
NOW = int(datetime(2026, 12, 1, 12, 5, tzinfo=UTC).timestamp())
MOST_BUTTONS = 25
"""Discord's limit for a message."""

FOUND = {
    "Berlin": Found(
        cities=(City("Berlin", "State of Berlin", "", "DE", "Germany", 100, "Europe/Berlin"),)
    ),
    "springfield": Found(
        cities=(
            City("Springfield", "Missouri", "MO", "US", "United States", 100, "America/Chicago"),
            City(
                "Springfield", "Massachusetts", "MA", "US", "United States", 100, "America/New_York"
            ),
        )
    ),
    "La Paz": Found(
        cities=(
            City("La Paz", "Mexico", "", "MX", "Mexico", 100, "America/Mexico_City"),
            City("La Paz", "Baja California Sur", "", "MX", "Mexico", 100, "America/Mazatlan"),
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


async def confirm(room: Room, reply: Reply, actor: Actor = EVA) -> Reply:
    """Press the button that confirms what a reply asks."""
    buttons = [each for each in reply.choices if isinstance(each, Button)]
    (sure,) = (each for each in buttons if room.say(each.text) == "Yes, begin my vacation")
    return await room.act(actor, decode(sure.act.code))


async def offered(room: Room, topic: str, actor: Actor = EVA) -> dict[str, Button]:
    """The buttons of a topic, by label. Each has a payload of its own."""
    reply = await room.act(actor, ShowMe(topic))
    assert not reply.refused
    buttons = [each for each in reply.choices if isinstance(each, Button)]
    assert len({each.act.code for each in buttons}) == len(buttons) <= MOST_BUTTONS
    assert all(decode(each.act.code) == each.act for each in buttons)
    return {room.say(each.text): each for each in buttons}


async def press(room: Room, topic: str, label: str, actor: Actor = EVA) -> Reply:
    """Press a button of a topic."""
    return await room.act(actor, (await offered(room, topic, actor))[label].act)


def labels(room: Room, reply: Reply) -> list[str]:
    """The labels of a reply's buttons."""
    return [room.say(each.text) for each in reply.choices if isinstance(each, Button)]


async def preferences(room: Room, actor: Actor = EVA) -> Preferences:
    return await room.store.preferences(actor.user)


async def test_everything_is_listed(room: Room) -> None:
    """The list has a line and a button for each preference."""
    reply = await room.act(EVA, ShowMe())
    told = [room.say(text) for text in reply.texts]
    assert len(told) == len(BY_NAME) + 1
    assert {*told} >= {
        "Reminders: on. I remind you at most twice a turn.",
        "Where: I remind you in the game's channel.",
        "Quiet hours: none",
        "Time zone: not set, so I use UTC, where it's 12:05.",
        "Vacation: none",
        "To change these, press a button or type, for example, /puluc me quiet=22-8 zone=Berlin.",
    }
    assert [each.act for each in reply.choices if isinstance(each, Button)] == [
        ShowMe(topic) for topic in BY_NAME
    ]


@pytest.mark.parametrize("option", [each.name for each in OPTIONS])
async def test_nonsense(room: Room, option: str) -> None:
    """What makes no sense is refused, and the refusal has a text."""
    assert (await change(room, **{option: "?"})).refused


@pytest.mark.parametrize("topic", BY_NAME)
async def test_the_current_choice_is_not_offered(room: Room, topic: str) -> None:
    """After a press, the same choice has no button any more."""
    for label in list(await offered(room, topic))[:5]:
        if label not in (now := await offered(room, topic)):
            continue
        intent = now[label].act
        assert not (await room.act(EVA, intent)).refused
        later = (await offered(room, topic)).values()
        assert topic == "vacation" or intent not in [each.act for each in later]


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
        where=Where.PRIVATE,
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
    await room.store.prefer(EVA.user, Preferences(where=Where.REFUSED))
    reply = await room.act(EVA, ShowMe("where"))
    assert reply.texts[0].key == "me.where.refused"
    await press(room, "where", "In private")
    assert (await preferences(room)).where is Where.PRIVATE


async def test_the_web_has_no_private_messages(room: Room, why: Why) -> None:
    """In the web chat, private messages are neither listed nor accepted."""
    reply = await room.act(ANA, ShowMe())
    assert not any(text.key.startswith("me.where") for text in reply.texts)
    assert ShowMe("where") not in [each.act for each in reply.choices if isinstance(each, Button)]
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
    await room.store.prefer(EVA.user, Preferences(quiet=Quiet(1, 2)))
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
    assert ShowMe("zone") in [each.act for each in reply.choices if isinstance(each, Button)]
    await change(room, zone="+2")
    reply = await press(room, "quiet", "23:00 to 7:00")
    assert [text.key for text in reply.texts] == ["me.quiet.hours"]


async def test_a_button_for_each_hour(room: Room) -> None:
    """The time zone can be set by pressing the time that it is."""
    buttons = await offered(room, "zone")
    assert sorted(buttons) == [f"{hour:02}:05" for hour in range(24)]
    await room.act(EVA, buttons["14:05"].act)
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
    await room.act(EVA, decode(buttons[1].act.code))
    assert (await preferences(room)).zone == "America/New_York"


async def test_cities_of_the_same_name_in_one_country(room: Room) -> None:
    """Cities that only their region tells apart have it on their buttons."""
    reply = await change(room, zone="La Paz")
    assert labels(room, reply) == [
        "La Paz, Mexico, Mexico: 06:05",
        "La Paz, Baja California Sur, Mexico: 05:05",
    ]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (
            "EST",
            [
                "New York: 07:05",
                "Toronto: 07:05",
                "Panama, no summer time: 07:05",
                "Cancun, no summer time: 07:05",
            ],
        ),
        (
            "mst",
            [
                "Denver: 05:05",
                "Edmonton: 05:05",
                "Phoenix, no summer time: 05:05",
                "Hermosillo, no summer time: 05:05",
            ],
        ),
        ("HST", ["Honolulu, no summer time: 02:05", "Adak: 02:05"]),
        ("CET", ["Berlin: 13:05", "Algiers, no summer time: 13:05"]),
        ("GMT", ["London: 12:05", "Accra, no summer time: 12:05"]),
        ("PST", ["Los Angeles: 04:05", "Manila, no summer time: 20:05"]),
    ],
)
async def test_an_ambiguous_abbreviation(
    room: Room, why: Why, typed: str, offered: list[str]
) -> None:
    """An abbreviation for clocks with and without summer time asks which one is meant."""
    reply = await change(room, zone=typed)
    assert why(reply) == "me.zone.abbreviation"
    assert labels(room, reply) == offered
    assert not (await preferences(room)).zone


async def test_choosing_what_an_abbreviation_means(room: Room) -> None:
    """The button for a city sets its zone, with summer time."""
    reply = await change(room, zone="EST")
    (button, *_) = (each for each in reply.choices if isinstance(each, Button))
    await room.act(EVA, decode(button.act.code))
    assert (await preferences(room)).zone == "America/New_York"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("EDT", "America/New_York"),
        ("pdt", "America/Los_Angeles"),
        ("CEST", "Europe/Berlin"),
        ("JST", "Asia/Tokyo"),
    ],
)
async def test_an_abbreviation(room: Room, typed: str, zone: str) -> None:
    """An abbreviation that means one clock sets its zone."""
    await change(room, zone=typed)
    assert (await preferences(room)).zone == zone


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
    """A vacation begins once it's confirmed, and ends with a press."""
    assert list(await offered(room, "vacation")) == ["1 week", "2 weeks", "4 weeks"]
    reply = await press(room, "vacation", "2 weeks")
    assert room.say(reply.texts[0]).startswith(
        "Do you want to go on vacation until 15 Dec, 12:05 UTC?"
    )
    assert (await preferences(room)).vacation is None
    reply = await confirm(room, reply)
    assert room.say(reply.texts[0]).startswith("Vacation: until 15 Dec, 12:05 UTC.")
    assert (await preferences(room)).vacation == Vacation(NOW, NOW + 14 * DAY)
    room.now += 7 * DAY
    assert list(await offered(room, "vacation")) == ["1 week", "2 weeks", "I'm back"]
    reply = await press(room, "vacation", "I'm back")
    assert reply.texts[0].key == "me.vacation.over"
    assert (await preferences(room)).vacation == Vacation(NOW, NOW + 7 * DAY)
    assert not await offered(room, "vacation")


async def test_a_vacation_of_a_day(room: Room) -> None:
    """A vacation of at most a day begins without being confirmed."""
    await change(room, vacation="1d")
    assert (await preferences(room)).vacation == Vacation(NOW, NOW + DAY)


async def test_extending_a_vacation(room: Room) -> None:
    """A vacation that goes on changes without being confirmed."""
    await room.store.prefer(EVA.user, Preferences(vacation=Vacation(NOW - DAY, NOW + DAY)))
    await change(room, vacation="14d")
    assert (await preferences(room)).vacation == Vacation(NOW - DAY, NOW + 14 * DAY)


async def test_a_vacation_among_other_changes(room: Room) -> None:
    """What needs no confirmation is set at once."""
    reply = await change(room, quiet="22-8", zone="Berlin", vacation="7d")
    assert [text.key for text in reply.texts] == [
        "me.quiet.hours",
        "me.zone.set",
        "me.vacation.sure",
    ]
    assert (await preferences(room)).zone == "Europe/Berlin"
    await confirm(room, reply)
    assert (await preferences(room)).vacation == Vacation(NOW, NOW + 7 * DAY)


async def test_a_vacation_of_seconds(room: Room) -> None:
    """A vacation that ends after seconds soon allows the next one."""
    await confirm(room, await change(room, vacation="7d"))
    room.now += 10
    await change(room, vacation="off")
    room.now += 300
    assert not (await change(room, vacation="7d")).refused


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
    await confirm(room, await change(room, zone="Berlin", vacation=typed))
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
    assert ("31 Dec" in room.say(reply.texts[0])) == (key in {"past", "long"})


async def test_the_next_vacation(room: Room, why: Why) -> None:
    """The refusal of a vacation too soon after the last one says when it is possible."""
    last = Vacation(NOW - 20 * DAY, NOW - 10 * DAY)
    await room.store.prefer(EVA.user, Preferences(vacation=last))
    reply = await change(room, vacation="7d")
    assert why(reply) == "me.vacation.soon"
    assert "21 Dec" in room.say(reply.texts[0])


async def test_coming_back_without_a_vacation(room: Room) -> None:
    """Coming back without having been away changes nothing."""
    reply = await change(room, vacation="off")
    assert [text.key for text in reply.texts] == ["me.vacation.none"]
    assert (await preferences(room)).vacation is None


async def test_running_games_learn_of_a_vacation(room: Room) -> None:
    """When a vacation begins or ends, a due is scheduled for each of the person's tables."""
    ids = {await room.playing(), await room.playing()}
    for typed in ("1d", "off"):
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

    async def die(user: User, new: Preferences, old: Preferences) -> None:
        await prefer(user, new, old)
        raise StoreDown(Down.AWAY)

    monkeypatch.setattr(room.store, "prefer", die)
    with pytest.raises(StoreDown):
        await change(room, BEN, vacation="1d")
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
    [
        "1me-set.mascot.ant",
        "1me-set.reminders.sometimes",
        "1me-set.where.sea",
        "1me.mascot",
        "1me.how",
    ],
)
async def test_a_forged_button(room: Room, why: Why, code: str) -> None:
    """A button that was never offered is refused."""
    assert why(await room.act(EVA, decode(code))) == "press.unknown"
    assert await preferences(room) == Preferences()


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("1me-set.quiet.99-1", "me.quiet.wrong"),
        ("1me-set.zone.Mars/Olympus", "me.zone.unknown"),
        ("1me-set.zone.+99:00", "me.zone.unknown"),
        ("1me-set.vacation.999d", "me.vacation.long"),
    ],
)
async def test_a_forged_value(room: Room, why: Why, code: str, key: str) -> None:
    """A forged value of a button is refused like a typed one."""
    assert why(await room.act(EVA, decode(code))) == key
