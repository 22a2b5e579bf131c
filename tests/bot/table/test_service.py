"""What people can do at a table, and what they are told when they cannot."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.table.intents import (
    Abort,
    Accept,
    Cancel,
    Challenge,
    Decline,
    Help,
    Intent,
    ListGames,
    Move,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    TableRules,
)
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Shown
from bot.table.request import Reply
from bot.table.table import Ending, Person, Status, TableId

if TYPE_CHECKING:
    from tests.bot.table.conftest import Room

Why = Callable[[Reply], str]
PLACE = Place(Platform.WEB, "maize")
ANA = Actor(User(Platform.WEB, "ana"), "Ana")
BEN = Actor(User(Platform.WEB, "ben"), "Ben")
CARA = Actor(User(Platform.WEB, "cara"), "Cara")
NOWHERE = TableId("aaaaaaaaaa")


async def test_a_challenge_is_posted(room: "Room") -> None:
    """A challenge makes an offered table with its host in seat 0."""
    table = await room.table(await room.post(ANA, Challenge(BEN)))
    assert table.status is Status.OFFERED
    assert table.host.name == "Ana"


async def test_a_challenge_delivered_twice_is_one(room: "Room") -> None:
    """The same operation posts one table."""
    for _ in range(2):
        await room.act(ANA, Challenge(BEN), operation="again")
    assert len(await room.store.tables_of(ANA.user)) == 1


async def test_nobody_challenges_themselves(room: "Room", why: Why) -> None:
    """A challenge to oneself is refused."""
    assert why(await room.act(ANA, Challenge(ANA))) == "challenge.self"


async def test_a_fourth_open_challenge(room: "Room", why: Why) -> None:
    """Three challenges may wait for an answer at once, not four."""
    for _ in range(3):
        await room.post(ANA, Challenge())
    assert why(await room.act(ANA, Challenge())) == "challenge.too-many"


async def test_an_answered_challenge_makes_room(room: "Room") -> None:
    """A challenge that was accepted is not an open one any more."""
    ids = [await room.post(ANA, Challenge()) for _ in range(3)]
    await room.act(BEN, Accept(ids[0]))
    assert not (await room.act(ANA, Challenge())).refused


async def test_a_challenge_counted_after_a_crash_makes_room(room: "Room") -> None:
    """A reservation whose table never came to be does not count for ever."""
    for n in range(3):
        await room.store.reserve_offer(
            ANA.user, TableId(f"aaaaaaaaa{n}"), now=0, until=2**40, limit=3
        )
    assert not (await room.act(ANA, Challenge())).refused


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (Options(chosen=(("road", "4"),)), "unplayable.road"),
        (Options(chosen=(("road", "32"),)), "unplayable.road"),
        (Options(chosen=(("warriors", "10"),)), "unplayable.warriors"),
        (Options(ruleset="chess"), "unplayable.unknown"),
    ],
)
async def test_options_that_cannot_be_played(
    room: "Room", why: Why, options: Options, key: str
) -> None:
    """A challenge outside the limits is refused with the limits."""
    assert why(await room.act(ANA, Challenge(BEN, options))) == key


async def test_accepting_begins_the_game(room: "Room") -> None:
    """The accepter takes seat 1, the opening is cast, and the first board has its number."""
    table = await room.table(await room.playing([2, 1, 3]))
    assert table.seats == (Person(ANA.user, "Ana"), Person(BEN.user, "Ben"))
    assert table.story == ("1100", "1000", "1110")
    assert table.status is Status.PLAYING


async def test_an_open_challenge_is_for_anybody(room: "Room") -> None:
    """Whoever comes first takes the seat."""
    id_ = await room.post(ANA, Challenge())
    await room.act(CARA, Accept(id_))
    assert (await room.table(id_)).seat_of(CARA.user) == 1


@pytest.mark.parametrize(
    ("actor", "intent", "key"),
    [
        (CARA, Accept, "accept.addressed"),
        (ANA, Accept, "accept.self"),
        (CARA, Decline, "decline.addressed"),
        (BEN, Cancel, "cancel.addressed"),
        (CARA, Cancel, "cancel.host"),
        (ANA, Decline, "decline.self"),
        (ANA, Resign, "table.not-begun"),
        (CARA, Resign, "seat.none"),
    ],
)
async def test_what_others_cannot_do_to_a_challenge(
    room: "Room", why: Why, actor: Actor, intent: Callable[[TableId], Intent], key: str
) -> None:
    """Only the challenged may answer, only the host may take it back."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert why(await room.act(actor, intent(id_))) == key
    assert (await room.table(id_)).revision == 1


@pytest.mark.parametrize(
    ("actor", "intent", "ending"),
    [(BEN, Decline, Ending.DECLINED), (ANA, Cancel, Ending.CANCELLED)],
)
async def test_a_challenge_ends(
    room: "Room", actor: Actor, intent: Callable[[TableId], Intent], ending: Ending
) -> None:
    """A challenge can be declined, and taken back."""
    id_ = await room.post(ANA, Challenge(BEN))
    await room.act(actor, intent(id_))
    assert (await room.table(id_)).ending is ending


async def test_a_challenge_expires(room: "Room", why: Why) -> None:
    """After 48 hours a challenge is over, and whoever touches it is told."""
    id_ = await room.post(ANA, Challenge(BEN))
    room.now += 48 * 3600
    assert why(await room.act(BEN, Accept(id_))) == "challenge.expired"
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_an_expired_challenge_says_so_by_itself(room: "Room") -> None:
    """When its time is over, what has fallen due ends a challenge that nobody touches."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert await room.store.claim(room.now + 47 * 3600) == ()
    room.now += 48 * 3600
    (due,) = await room.store.claim(room.now)
    await room.service.expire(due)
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_an_accepted_challenge_does_not_expire(room: "Room") -> None:
    """What falls due leaves a game alone that is being played."""
    id_ = await room.playing([2, 1, 3])
    room.now += 48 * 3600
    for due in await room.store.claim(room.now):
        await room.service.expire(due)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_a_challenge_lasts_for_48_hours(room: "Room") -> None:
    """A second before its end a challenge can still be accepted."""
    id_ = await room.post(ANA, Challenge(BEN))
    room.now += 48 * 3600 - 1
    assert not (await room.act(BEN, Accept(id_))).refused


async def test_a_seat_is_taken_once(room: "Room", why: Why) -> None:
    """Of two who accept at once one has the seat, and the other is told."""
    id_ = await room.post(ANA, Challenge())
    replies = await asyncio.gather(*(room.act(actor, Accept(id_)) for actor in (BEN, CARA)))
    assert sorted(reply.refused for reply in replies) == [False, True]


async def test_words_are_kept_for_the_casts(room: "Room") -> None:
    """Words given when posting and accepting are fixed with the seats."""
    id_ = await room.post(ANA, Challenge(BEN, word="maize"))
    await room.act(BEN, Accept(id_, word="rain"))
    seats = (await room.table(id_)).seats
    assert seats == (Person(ANA.user, "Ana", "maize"), Person(BEN.user, "Ben", "rain"))


async def test_a_word_that_cannot_be_hashed(room: "Room", why: Why) -> None:
    """A word with a control character is refused."""
    assert why(await room.act(ANA, Challenge(BEN, word="a\nb"))) == "word.bad"


async def test_a_move_is_played(room: "Room") -> None:
    """A press moves a warrior and casts for the next player, in one step."""
    id_ = await room.playing([2, 1, 3, 4])
    before = await room.table(id_)
    await room.move(ANA, id_, "b+3")
    after = await room.table(id_)
    assert after.revision == before.revision + 1
    assert after.story == ("b+3", "1111")


async def test_the_record_grows_with_the_game(room: "Room") -> None:
    """Casts and moves are recorded in the order in which they happened."""
    id_ = await room.playing([2, 1, 3, 4])
    await room.move(ANA, id_, "b+3")
    assert await room.store.record(id_) == ("1100", "1000", "1110", "b+3", "1111")


@pytest.mark.parametrize(
    ("actor", "move", "key"),
    [
        (BEN, "b+3", "move.turn"),
        (CARA, "b+3", "seat.none"),
        (ANA, "b+4", "illegal.other-number"),
        (ANA, "7+3", "illegal.no-stack"),
        (ANA, "b-3", "illegal.wrong-way"),
        (ANA, "sideways", "illegal.unreadable"),
    ],
)
async def test_a_move_that_cannot_be_played(
    room: "Room", why: Why, actor: Actor, move: str, key: str
) -> None:
    """A wrong press changes nothing and is told why."""
    id_ = await room.playing([2, 1, 3])
    before = await room.table(id_)
    assert why(await room.move(actor, id_, move)) == key
    assert await room.table(id_) == before


async def test_an_old_button(room: "Room", why: Why) -> None:
    """A button of an earlier board says that the board has moved on."""
    id_ = await room.playing([2, 1, 3])
    await room.move(ANA, id_, "b+3")
    assert why(await room.act(ANA, Move(id_, 2, "b+3"))) == "move.stale"


async def test_a_press_delivered_again(room: "Room") -> None:
    """The same operation moves once, and its repetition is no refusal."""
    id_ = await room.playing([2, 1, 3])
    press = Move(id_, 2, "b+3")
    await room.act(ANA, press, operation="press")
    assert not (await room.act(ANA, press, operation="press")).refused
    assert (await room.table(id_)).revision == 3


async def test_a_press_from_another_channel(room: "Room", why: Why) -> None:
    """A forged button in another channel moves nothing."""
    id_ = await room.playing([2, 1, 3])
    press = Move(id_, 2, "b+3")
    assert why(await room.act(ANA, press, place=Place(Platform.WEB, "x"))) == "table.elsewhere"


async def test_a_press_on_no_table(room: "Room", why: Why) -> None:
    """A button of a table that is gone says so."""
    assert why(await room.act(ANA, Move(NOWHERE, 1, "b+3"))) == "table.gone"


async def test_the_first_move_is_the_winner_s(room: "Room", why: Why) -> None:
    """The higher opening number begins, whoever challenged."""
    id_ = await room.playing([1, 2, 3])
    assert why(await room.move(ANA, id_, "b+3")) == "move.turn"
    assert not (await room.move(BEN, id_, "b-3")).refused


async def test_resigning(room: "Room") -> None:
    """Whoever resigns loses, and the table says who it was."""
    id_ = await room.playing()
    await room.act(ANA, Resign(id_))
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winner) == (Ending.RESIGNED, 0, 1)


async def test_aborting_before_the_first_move(room: "Room") -> None:
    """A game without a move can be ended without a winner, and the table says by whom."""
    id_ = await room.playing()
    await room.act(BEN, Abort(id_))
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winner) == (Ending.ABORTED, 1, None)


async def test_aborting_after_the_first_move(room: "Room", why: Why) -> None:
    """Once a move has been played a game is resigned, not aborted."""
    id_ = await room.playing([2, 1, 3])
    await room.move(ANA, id_, "b+3")
    assert why(await room.act(BEN, Abort(id_))) == "abort.moved"


async def test_a_game_that_is_over(room: "Room", why: Why) -> None:
    """Nothing can be played at a table that has ended."""
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, Resign(id_))
    assert why(await room.move(ANA, id_, "b+3")) == "table.over"


async def test_a_whole_game(room: "Room") -> None:
    """One warrior each: who lands on the other and carries it off has won."""
    id_ = await room.playing([2, 1, 3, 3, 3, 3, 3, 3, 3, 3], road=5, warriors=1)
    await room.move(ANA, id_, "b+3")
    await room.move(BEN, id_, "b-3")
    table = await room.table(id_)
    assert (table.status, table.ending, table.winner) == (Status.OVER, Ending.WON, 1)


async def test_practice_is_started_by_its_host(room: "Room") -> None:
    """A practice game waits for Start, so that the casts are bound before."""
    id_ = await room.post(ANA, Practice())
    assert (await room.table(id_)).status is Status.OFFERED
    await room.act(ANA, Accept(id_))
    assert (await room.table(id_)).status is Status.PLAYING


async def test_practice_is_started_by_nobody_else(room: "Room", why: Why) -> None:
    """Another person cannot start it or take the computer's seat."""
    id_ = await room.post(ANA, Practice())
    assert why(await room.act(BEN, Accept(id_))) == "accept.practice"


async def test_the_computer_answers_at_once(room: "Room") -> None:
    """The computer's move is part of the step that made it the computer's turn."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, Accept(id_))
    await room.move(ANA, id_, "b+3")
    assert (await room.table(id_)).story == ("b+3", "1110", "b-3", "1110")


async def test_a_computer_that_opens(room: "Room") -> None:
    """When the computer wins the opening it has moved before the first board is shown."""
    room.corn.numbers = [1, 2, 3]
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, Accept(id_))
    assert (await room.table(id_)).moves == 1


async def test_a_level_that_is_not_there(room: "Room", why: Why) -> None:
    """An unknown computer player is refused with the list."""
    assert why(await room.act(ANA, Practice("perfect"))) == "practice.level"


async def test_showing_the_board_again(room: "Room") -> None:
    """A player can have the board shown again, without naming it where there is one."""
    id_ = await room.playing()
    await room.store.mark_shown(id_, PLACE, Shown(2, "m1"))
    await room.act(ANA, ShowBoard())
    assert [due.table for due in await room.store.overdue(Platform.WEB)] == [id_]


async def test_a_table_that_is_not_named(room: "Room", why: Why) -> None:
    """Where several tables could be meant, one has to be named."""
    assert why(await room.act(ANA, Resign())) == "pick.no-game"
    await room.playing()
    await room.playing()
    assert why(await room.act(ANA, Resign())) == "pick.several"


async def test_the_list_of_games(room: "Room") -> None:
    """One's tables are listed, those that wait for one first."""
    await room.playing([2, 1, 3])
    await room.post(ANA, Challenge())
    reply = await room.act(ANA, ListGames())
    assert [text.key for text in reply.texts] == ["games.your-turn", "games.open"]


async def test_a_practice_game_in_the_list(room: "Room") -> None:
    """A practice game that waits for Start is listed as what it is."""
    await room.post(ANA, Practice())
    assert (await room.act(ANA, ListGames())).texts[0].key == "games.practice"


async def test_the_list_without_games(room: "Room") -> None:
    """Whoever has no game is told how to start one."""
    assert (await room.act(CARA, ListGames())).texts[0].key == "games.none"


async def test_rules_and_help(room: "Room") -> None:
    """Rules and help answer the asker alone."""
    assert (await room.act(ANA, Rules())).texts[0].key == "ruleset.puluc.title"
    assert (await room.act(ANA, Help())).texts[0].key == "help.intro"


async def test_rules_that_are_not_there(room: "Room", why: Why) -> None:
    """Rules of an unknown ruleset are refused."""
    assert why(await room.act(ANA, Rules(Options("chess")))) == "unplayable.unknown"


async def test_rules_with_options(room: "Room") -> None:
    """What is chosen in place of a ruleset's own is explained, and no picture shows it."""
    reply = await room.act(ANA, Rules(Options("bul", (("far-end", "walk-back"),))))
    assert "rules.far-end.walk-back" in {text.key for text in reply.texts}
    assert reply.ruleset is None


async def test_rules_of_a_table(room: "Room") -> None:
    """The rules of a table are its own: its road, its warriors, what was chosen for it."""
    id_ = await room.playing(ruleset="buul", road=15)
    reply = await room.act(CARA, TableRules(id_))
    assert ("road", 15) in reply.texts[1].args
    assert reply.ruleset == "buul"


async def test_rules_of_one_s_own_table(room: "Room") -> None:
    """Without a ruleset the rules of the asker's only table in the place are explained."""
    await room.playing(ruleset="buul", road=15)
    assert (await room.act(ANA, Rules())).texts[0].key == "ruleset.buul.title"
    assert (await room.act(CARA, Rules())).texts[0].key == "ruleset.puluc.title"
    assert (await room.act(ANA, Rules(Options()))).texts[0].key == "ruleset.puluc.title"


async def test_rules_of_one_of_several_tables(room: "Room") -> None:
    """Whoever has several tables in a place is told the usual rules."""
    await room.playing(ruleset="buul")
    await room.playing(ruleset="buul")
    assert (await room.act(ANA, Rules())).texts[0].key == "ruleset.puluc.title"


async def test_rules_have_a_heading(room: "Room") -> None:
    """The title heads the rules, and the other rulesets are named below."""
    reply = await room.act(ANA, Rules(Options("bul")))
    assert reply.headed
    (named,) = (text for text in reply.texts if text.key == "rules.others")
    assert "boolik" in str(named.args)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (Options("puluc"), False),
        (Options("puluc", (("road", "9"),)), True),
        (Options("puluc", (("warriors", "3"),)), True),
        (Options("kekchi"), True),
        (Options("kekchi", (("road", "13"),)), False),
    ],
)
async def test_the_road_of_the_examples(room: "Room", options: Options, *, told: bool) -> None:
    """Where the pictures are on another road than the rules, it is said on which."""
    reply = await room.act(ANA, Rules(options))
    assert ("rules.examples" in {text.key for text in reply.texts}) is told


async def test_a_word_is_never_replaced(room: "Room") -> None:
    """The word that came with a practice game stays, whatever Start brings."""
    id_ = await room.post(ANA, Practice(word="lucky"))
    await room.act(ANA, Accept(id_, word="other"))
    assert (await room.table(id_)).host.word == "lucky"


@pytest.mark.parametrize(
    ("intent", "key"),
    [
        (Accept(), "pick.no-offer"),
        (Decline(), "pick.no-offer"),
        (Cancel(), "pick.no-own-offer"),
        (ShowBoard(), "pick.no-game"),
        (Abort(), "pick.no-game"),
    ],
)
async def test_there_is_nothing_to_do_it_to(
    room: "Room", why: Why, intent: Intent, key: str
) -> None:
    """Without a table the refusal says what is missing."""
    assert why(await room.act(ANA, intent)) == key


async def test_a_table_that_is_gone_is_named(room: "Room") -> None:
    """The refusal names the table that was asked for."""
    reply = await room.act(ANA, Accept(TableId("xyz")))
    assert ("id", "xyz") in reply.texts[0].args


async def test_rules_of_a_table_that_is_gone(room: "Room", why: Why) -> None:
    """A button of a table that is kept no longer says so."""
    assert why(await room.act(ANA, TableRules(NOWHERE))) == "table.gone"


async def test_a_step_that_was_overtaken_is_taken_anew(room: "Room") -> None:
    """A resignation that meets a move in between still counts."""
    id_ = await room.playing([2, 1, 3])
    table = await room.table(id_)
    replies = await asyncio.gather(
        room.act(ANA, Move(id_, table.revision, "b+3")), room.act(BEN, Resign(id_))
    )
    assert not any(reply.refused for reply in replies)
    assert (await room.table(id_)).ending is Ending.RESIGNED


async def test_every_change_nudges_the_show(room: "Room") -> None:
    """Posting, accepting and moving each ask for the board to be shown."""
    id_ = await room.playing([2, 1, 3])
    await room.move(ANA, id_, "b+3")
    assert room.nudged == [id_] * 3


async def test_names_change_nothing(room: "Room") -> None:
    """A player who goes by another name now still has the seat."""
    id_ = await room.playing([2, 1, 3])
    assert not (await room.move(replace(ANA, name="Anna"), id_, "b+3")).refused


async def test_a_corrupt_table(room: "Room", why: Why) -> None:
    """A position that cannot be read is refused with a sentence and left as it is."""
    id_ = await room.playing([2, 1, 3])
    table = replace(await room.table(id_), position="9 nonsense")
    room.store._tables[id_] = table  # noqa: SLF001 - what no step of ours would write
    assert why(await room.act(ANA, Move(id_, table.revision, "b+3"))) == "table.corrupt"
    assert await room.table(id_) == table
