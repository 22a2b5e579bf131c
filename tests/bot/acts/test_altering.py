"""Changing the options of a lobby or challenge before others have joined."""

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import How, Start
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.open import Open
from bot.acts.look.board import ShowBoard
from bot.acts.options import altered, options_of
from bot.acts.registry import decode
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.match import Match
from bot.table.options import Options
from bot.table.pace import DAY, Pace
from bot.table.request import Reply
from bot.table.table import Status
from bot.table.terms import Flag, Terms
from engine.header import key_of, read_words
from engine.road.rulesets import MOPAN
from tests.bot.acts.gathering import joined, opened, seen
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.options import options


def pressed(reply: Reply) -> list[Act]:
    """Return what the buttons of a reply do, after a round trip through their codes."""
    return [decode(each.act.code) for each in reply.choices if isinstance(each, Button)]


async def alter(room: Room, id_: TableId, *changes: tuple[str, str]) -> Options:
    """Let Ana change options, and return those of the table then."""
    reply = await room.act(ANA, Alter(id_, changes))
    assert not reply.refused
    return options_of(room.tables.games, await room.table(id_))


async def walk(room: Room, start: ChooseOptions) -> dict[ChooseOptions, Reply]:
    """Every page to which the buttons of a page lead."""
    found, left = dict[ChooseOptions, Reply](), [start]
    while left:
        page = left.pop()
        found[page] = await room.act(ANA, page)
        leads = [each for each in pressed(found[page]) if isinstance(each, ChooseOptions)]
        left += [each for each in leads if each not in found and each not in left]
    return found


async def test_the_topics(room: Room) -> None:
    """All that can be changed is found by pressing, on pages with a way back."""
    id_ = await opened(room)
    pages = await walk(room, ChooseOptions(id_))
    topics = {page.topic for page in pages}
    assert {"size", "ruleset", "road", "seats", "pace", "match", "rules", "far-end"} <= topics
    for page, reply in pages.items():
        assert len(reply.choices) <= 25
        back = pressed(reply)[-1]
        assert back == ShowBoard(id_) if page == ChooseOptions(id_) else back in pages


async def test_the_choices(room: Room) -> None:
    """Every choice can be played; all but the present one of each topic change the game."""
    id_ = await opened(room)
    before = await room.table(id_)
    for reply in (await walk(room, ChooseOptions(id_))).values():
        for offer in reply.choices:
            assert isinstance(offer, Button)
            choice = decode(offer.act.code)
            if isinstance(choice, Alter):
                after = altered(room.tables.games, before, choice.changes)
                assert (after == before) is (offer.text.key == "options.present")


async def test_the_rulesets_of_a_lobby(room: Room) -> None:
    """A lobby offers only rulesets that keep its seats; a challenge for two offers all."""
    lobby = await opened(room)
    challenge = await room.post(ANA, Open(options("aj-sayil")))
    for id_, rulesets in ((lobby, len(MOPAN)), (challenge, len(room.tables.games.rulesets))):
        chosen = {
            value
            for page in await walk(room, ChooseOptions(id_, "ruleset"))
            for each in pressed(await room.act(ANA, page))
            if isinstance(each, Alter)
            for name, value in each.changes
            if name == "ruleset"
        }
        assert len(chosen) == rulesets


async def test_the_words_of_the_choices(room: Room) -> None:
    """Topics say what is played now, and choices what they do; the present one is marked."""
    id_ = await opened(room, 4)

    async def labels(topic: str) -> list[str]:
        reply = await room.act(ANA, ChooseOptions(id_, topic))
        return [room.say(each.text) for each in reply.choices]

    assert (await labels(""))[:2] == ["Size: Classic", "Game: Aj sayil, the ant"]
    assert {"Road: 19 spaces", "At the enemy's base: walk back"} <= {*await labels("rules")}
    for topic, label in {
        "seats": "4 players (now)",
        "match": "best of 3: first to 2",
        "pace": "3 days a turn",
        "road": "19 spaces (now)",
        "casts": "two, added together",
    }.items():
        assert label in await labels(topic)
    assert "the five Mopan games" in await labels("match")
    assert not [label for label in (*await labels(""), *await labels("rules")) if "=" in label]


async def test_after_a_change(room: Room) -> None:
    """After a change, its page is followed by the first one, which says what is played now."""
    id_ = await opened(room)
    reply = await room.act(ANA, Alter(id_, (("match", "2"),)))
    assert [each.key for each in reply.texts] == ["options.done", "options.which"]
    labels = {room.say(each.text) for each in reply.choices}
    assert "In a row: best of 3: first to 2" in labels


async def test_the_present_choice(room: Room) -> None:
    """Choosing what is played already changes nothing."""
    id_ = await opened(room)
    assert not (await room.act(ANA, Alter(id_, (("road", "19"),)))).refused
    assert (await room.table(id_)).revision == 1


async def test_unusual_values(room: Room) -> None:
    """What was typed and has no button of its own is marked, too."""
    terms = Terms(Pace(5 * DAY), series=("aj-sayil", "aj-tiwil"))
    id_ = await room.post(ANA, Open(Options("aj-sayil", (("road", "17"),), terms)))
    present = {"road": "17 spaces", "pace": "5 days a turn", "match": "a series of 2 games"}
    for topic, label in present.items():
        reply = await room.act(ANA, ChooseOptions(id_, topic))
        assert f"{label} (now)" in {room.say(each.text) for each in reply.choices}


async def test_an_unknown_topic(room: Room, why: Why) -> None:
    """A topic that the game doesn't have, as on a forged button, has no choices."""
    assert why(await room.act(ANA, ChooseOptions(await opened(room), "fire"))) == "options.nothing"


async def test_another_ruleset(room: Room) -> None:
    """A new ruleset keeps the number of seats and the pace, and no other option."""
    id_ = await opened(room)
    await alter(room, id_, ("road", "21"), ("pace", "3d"))
    now = await alter(room, id_, ("ruleset", "aj-tiwil"))
    assert now == Options("aj-tiwil", (("seats", "6"),), Terms(Pace(3 * DAY)))
    assert await seen(room, id_) == "Ana* - - - - -"


async def test_a_ruleset_for_two(room: Room) -> None:
    """With a ruleset for two, a lobby becomes a challenge, which can grow again."""
    id_ = await opened(room)
    assert await alter(room, id_, ("ruleset", "bul")) == Options("bul")
    assert await seen(room, id_) == "Ana* -"
    await alter(room, id_, ("seats", "4"), ("ruleset", "aj-sayil"))
    assert await seen(room, id_) == "Ana* - - -"
    await alter(room, id_, ("ruleset", "bul"))
    await room.act(BEN, Accept(id_))
    assert (await room.table(id_)).status is Status.PLAYING


async def test_another_number_of_seats(room: Room, why: Why) -> None:
    """Invitations and computers keep their side; seats that are too few for them are refused."""
    id_ = await opened(room, 6, BEN, CARA)
    await room.act(ANA, AddComputer(id_))
    await alter(room, id_, ("seats", "4"))
    assert await seen(room, id_) == "Ana* Cara? Ben? +"
    assert why(await room.act(ANA, Alter(id_, (("seats", "2"),)))) == "options.no-room"
    assert why(await room.act(ANA, Alter(id_, (("ruleset", "bul"),)))) == "options.no-room"
    choices = pressed(await room.act(ANA, ChooseOptions(id_, "seats")))
    assert Alter(id_, (("seats", "2"),)) not in choices


async def test_a_match(room: Room) -> None:
    """A match and a series exclude each other, and none removes either."""
    id_ = await opened(room)
    await alter(room, id_, ("match", "3"))
    header = (await room.table(id_)).header
    assert (await room.table(id_)).match == Match((header,), 3)
    now = await alter(room, id_, ("series", "mopan"))
    assert now.terms == Terms(series=("mopan",))
    match = (await room.table(id_)).match
    assert match is not None
    assert tuple(map(key_of, match.headers)) == MOPAN
    assert {read_words(header)[1]["seats"] for header in match.headers} == {"6"}
    assert (await alter(room, id_, ("series", "none"))).terms == Terms()
    assert (await room.table(id_)).match is None


async def test_a_series_begins_with_fewer_seats(room: Room) -> None:
    """If a series begins with fewer seats, all its games have as many."""
    id_ = await opened(room)
    await alter(room, id_, ("series", "mopan"))
    await joined(room, id_, 1, BEN)
    await room.act(ANA, Start(id_, How.FEWER))
    table = await room.table(id_)
    assert table.match is not None
    assert {room.tables.games.game(header).seats for header in table.match.headers} == {2}
    assert table.header == table.match.header


async def test_options_of_a_series(room: Room) -> None:
    """An option that is the default of a series' first ruleset stays that of all its games."""
    chosen = Options("aj-sayil", (("road", "19"),), Terms(series=("aj-sayil", "bul")))
    id_ = await room.post(ANA, Open(chosen))
    now = await alter(room, id_, ("expires", "7d"))
    assert dict(now.chosen) == {"road": "19"}


async def test_no_pace(room: Room, why: Why) -> None:
    """Removing the pace removes what depends on it, which can't be set without one."""
    id_ = await opened(room)
    timed = await alter(room, id_, ("pace", "3d"), ("flag", "auto"))
    assert timed.terms == Terms(Pace(3 * DAY), Flag.AUTO)
    assert (await alter(room, id_, ("pace", "none"))).terms == Terms()
    for change in (("flag", "auto"), ("vacation", "yes")):
        assert why(await room.act(ANA, Alter(id_, (change,)))) == "terms.no-pace"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("ruleset", "chess"), "unplayable.unknown"),
        (("seats", "7"), "unplayable.seats"),
        (("road", "99"), "unplayable.road"),
        (("road", "long"), "press.unknown"),
        (("colour", "green"), "press.unknown"),
        (("match", "99"), "press.unknown"),
        (("pace", "soon"), "press.unknown"),
        (("series", "chess"), "unplayable.unknown"),
        (("series", "puluc"), "series.length"),
        (("series", "puluc,bul"), "unplayable.teams"),
    ],
)
async def test_what_cannot_be_played(
    room: Room, why: Why, change: tuple[str, str], key: str
) -> None:
    """What can't be played is refused with the reason, and nothing changes."""
    id_ = await opened(room)
    assert why(await room.act(ANA, Alter(id_, (change,)))) == key
    assert (await room.table(id_)).revision == 1


async def test_once_others_have_joined(room: Room, why: Why) -> None:
    """Once another player has joined, nothing can be changed."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    for intent in (Alter(id_, (("road", "9"),)), ChooseOptions(id_), ChooseOptions(id_, "seats")):
        assert why(await room.act(ANA, intent)) == "options.joined"
        assert why(await room.act(CARA, intent)) == "lobby.host"


async def test_which_table_is_changed(room: Room, why: Why) -> None:
    """Without a table, the host's only challenge here is changed, also if it is for two."""
    assert why(await room.act(ANA, Alter(changes=(("road", "9"),)))) == "pick.no-own-offer"
    id_ = await room.post(ANA, Challenge((BEN,), options("bul")))
    reply = await room.act(ANA, Alter(changes=(("road", "9"),)))
    assert room.say(reply.texts[0]) == "The game has been changed."
    assert (await room.table(id_)).header.startswith("bul road=9 ")
