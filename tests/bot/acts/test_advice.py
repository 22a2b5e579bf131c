"""Who may have hints, odds and reviews, and when."""

import pytest

from bot.acts.limits import REVIEWS
from bot.table.button import Button
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.intents import (
    Accept,
    Ask,
    AskHint,
    Demo,
    Intent,
    Practice,
    Resign,
    ShowMenu,
    ShowOdds,
    ShowReview,
)
from bot.table.people import Place, Platform
from bot.table.ports import PLAYED_SECONDS
from bot.table.request import Advice, Topic
from bot.table.table import Advised, Wish
from bot.table.terms import Terms
from bot.table.turns import Hands
from tests.bot.acts.room import ANA, BEN, CARA, NOWHERE, Room, Why
from tests.bot.options import options

ELSEWHERE = Place(Platform.WEB, "elsewhere")
HINTS = Terms(hints=True)
ADVICE = {AskHint, ShowOdds, ShowReview}


async def agreed(room: Room) -> TableId:
    """Return a game of Ana against Ben with hints, in which Ana has a choice of moves."""
    id_ = await room.playing([2, 1, 3, 4, 2, 3], terms=HINTS)
    await room.move(ANA, id_, "b+3")
    await room.move(BEN, id_, "b-4")
    return id_


async def practising(room: Room) -> TableId:
    """Return Ana's game against the computer, in which she is to move."""
    room.corn.numbers = [2, 1, 3, 4, 2, 3]
    id_ = await room.post(ANA, Practice("easy"))
    await room.act(ANA, Accept(id_))
    return id_


async def finished(room: Room) -> TableId:
    """Return a game that Ben has resigned after Ana's first move."""
    id_ = await room.playing([2, 1, 3, 4])
    await room.move(ANA, id_, "b+3")
    await room.act(BEN, Resign(id_, sure=True))
    return id_


async def buttons(room: Room, id_: TableId) -> set[type[Intent]]:
    """Return which advice the menu of a table offers Ana."""
    reply = await room.act(ANA, ShowMenu(id_))
    found = {type(each.intent) for each in reply.choices if isinstance(each, Button)}
    return found & ADVICE


async def test_a_hint_against_the_computer(room: Room) -> None:
    """Against the computer, the player to move may always have a hint."""
    id_ = await practising(room)
    reply = await room.act(ANA, AskHint(id_))
    assert reply.advice is not None
    assert (reply.advice.topic, reply.advice.table.id) == (Topic.HINT, id_)


async def test_a_hint_among_people(room: Room) -> None:
    """Players who have agreed on hints may have them."""
    id_ = await agreed(room)
    reply = await room.act(ANA, AskHint(id_))
    assert reply.advice is not None
    assert reply.advice.topic is Topic.HINT


async def test_no_hint_without_agreement(room: Room, why: Why) -> None:
    """Without an agreement, neither player of a game between people may have a hint."""
    id_ = await room.playing([2, 1, 3])
    assert why(await room.act(ANA, AskHint(id_))) == "hint.not-agreed"


async def test_hints_are_counted(room: Room) -> None:
    """A hint counts for the seat of its player, after so many moves of the game."""
    id_ = await agreed(room)
    await room.act(ANA, AskHint(id_))
    assert (await room.table(id_)).advised == (Advised(0, 1, 2),)


async def test_the_only_move_is_no_hint(room: Room) -> None:
    """Being told one's only move doesn't count as a hint."""
    id_ = await room.playing([2, 1, 3], terms=HINTS)
    assert (await room.act(ANA, AskHint(id_))).advice is not None
    assert (await room.table(id_)).advised == ()


async def test_the_same_hint_counts_once(room: Room) -> None:
    """Asking again on the same move shows the hint again, and changes nothing."""
    id_ = await agreed(room)
    await room.act(ANA, AskHint(id_))
    before = await room.table(id_)
    reply = await room.act(ANA, AskHint(id_))
    assert reply.advice == Advice(Topic.HINT, before)
    assert await room.table(id_) == before


async def test_each_player_has_a_count(room: Room) -> None:
    """Hints of both players are counted separately, in the order of seats."""
    id_ = await agreed(room)
    await room.act(ANA, AskHint(id_))
    await room.move(ANA, id_, "b+2")
    await room.act(BEN, AskHint(id_))
    assert (await room.table(id_)).advised == (Advised(0, 1, 2), Advised(1, 1, 3))


async def test_a_move_after_a_hint_counts(room: Room) -> None:
    """The board of before the hint can still be pressed."""
    id_ = await agreed(room)
    before = await room.table(id_)
    await room.act(ANA, AskHint(id_))
    assert (await room.table(id_)).mark != before.mark
    assert not (await room.move(ANA, id_, "b+2")).refused


async def test_a_hint_is_not_worth_a_message(room: Room) -> None:
    """The step that counts a hint is silent."""
    id_ = await agreed(room)
    await room.act(ANA, AskHint(id_))
    assert (await room.table(id_)).silent


async def test_hints_survive_moves_and_undos(room: Room) -> None:
    """A move that is taken back doesn't take back the hint."""
    id_ = await practising(room)
    await room.move(ANA, id_, "b+3")
    await room.fall_due()
    await room.act(ANA, AskHint(id_))
    await room.move(ANA, id_, "b+2")
    await room.fall_due()
    await room.act(ANA, Ask(Wish.UNDO, id_))
    assert (await room.table(id_)).advised == (Advised(0, 1, 2),)


async def test_no_hint_out_of_turn(room: Room, why: Why) -> None:
    """A player whose turn it is not is told so."""
    id_ = await agreed(room)
    assert why(await room.act(BEN, AskHint(id_))) == "hint.turn"


async def test_no_hint_for_spectators(room: Room, why: Why) -> None:
    """Someone without a seat gets no hint."""
    id_ = await agreed(room)
    assert why(await room.act(CARA, AskHint(id_))) == "seat.none"


async def test_a_hint_without_a_game(room: Room, why: Why) -> None:
    """Someone who plays no game here is told so."""
    assert why(await room.act(ANA, AskHint())) == "pick.no-game"


async def test_a_hint_in_the_only_game_here(room: Room) -> None:
    """Without a table, a hint is about the actor's only game of the place."""
    id_ = await agreed(room)
    reply = await room.act(ANA, AskHint())
    assert reply.advice is not None
    assert reply.advice.table.id == id_


async def test_a_hint_from_elsewhere(room: Room) -> None:
    """A player may ask for a hint from another place, such as a private chat."""
    id_ = await agreed(room)
    reply = await room.act(ANA, AskHint(id_), place=ELSEWHERE)
    assert reply.advice is not None


async def test_odds_where_hints_are_allowed(room: Room) -> None:
    """Where hints are allowed, anyone may see the odds."""
    id_ = await agreed(room)
    reply = await room.act(CARA, ShowOdds(id_))
    assert reply.advice == Advice(Topic.ODDS, await room.table(id_))


async def test_no_odds_without_agreement(room: Room, why: Why) -> None:
    """In other games between people, nobody sees the odds."""
    id_ = await room.playing([2, 1, 3])
    assert why(await room.act(CARA, ShowOdds(id_))) == "odds.not-agreed"


async def test_odds_of_computers(room: Room) -> None:
    """Anyone may see the odds of a game of computers."""
    id_ = await room.post(ANA, Demo("easy"))
    assert (await room.act(BEN, ShowOdds(id_))).advice is not None


async def test_no_odds_after_the_end(room: Room, why: Why) -> None:
    """A game that is over has no odds."""
    id_ = await finished(room)
    assert why(await room.act(ANA, ShowOdds(id_))) == "table.over"


async def test_a_review(room: Room) -> None:
    """Anyone may review a finished game."""
    id_ = await finished(room)
    reply = await room.act(CARA, ShowReview(id_))
    assert reply.advice == Advice(Topic.REVIEW, await room.table(id_))


async def test_the_last_game_is_reviewed(room: Room) -> None:
    """Without a table, the actor's last game in this place is reviewed."""
    await finished(room)
    room.now += 5
    last = await finished(room)
    await room.fall_due()
    reply = await room.act(ANA, ShowReview())
    assert reply.advice is not None
    assert reply.advice.table.id == last


async def test_no_game_to_review(room: Room, why: Why) -> None:
    """Someone who hasn't played here in a day is told where to find the button."""
    await finished(room)
    await room.fall_due()
    assert why(await room.act(CARA, ShowReview())) == "review.none"
    room.now += PLAYED_SECONDS + 1
    assert why(await room.act(ANA, ShowReview())) == "review.none"


async def test_no_review_of_a_running_game(room: Room, why: Why) -> None:
    """A running game isn't reviewed: that would be a hint."""
    id_ = await agreed(room)
    assert why(await room.act(ANA, ShowReview(id_))) == "review.later"


async def test_no_review_without_a_move(room: Room, why: Why) -> None:
    """A game that ended before its first move has nothing to review."""
    id_ = await room.playing([2, 1, 3])
    await room.act(BEN, Resign(id_, sure=True))
    assert why(await room.act(ANA, ShowReview(id_))) == "review.unplayed"
    assert await buttons(room, id_) == set()


async def test_reviews_are_limited(room: Room, why: Why) -> None:
    """One person can't keep the reviewers busy."""
    id_ = await finished(room)
    for _ in range(REVIEWS.most):
        assert not (await room.act(ANA, ShowReview(id_))).refused
    assert why(await room.act(ANA, ShowReview(id_))) == "limit.reviews"
    assert not (await room.act(BEN, ShowReview(id_))).refused


@pytest.mark.parametrize("intent", [AskHint, ShowOdds, ShowReview])
async def test_an_unknown_table(room: Room, why: Why, intent: type[AskHint]) -> None:
    """Advice about a table that doesn't exist is refused."""
    assert why(await room.act(ANA, intent(NOWHERE))) == "table.gone"


async def test_a_game_without_a_judge(why: Why) -> None:
    """A family without a judge gives no advice, and its menu offers none."""
    room = Room(families=("tests.games.pebbles",))
    room.use(Hands(FairCorn()))
    id_ = await room.post(ANA, Demo("easy", options("pebbles", squares=8)))
    assert why(await room.act(ANA, ShowOdds(id_))) == "advice.none"
    assert await buttons(room, id_) == set()


async def test_advice_in_the_menu(room: Room) -> None:
    """The menu offers a hint and the odds while the game runs, and a review afterwards."""
    id_ = await agreed(room)
    assert await buttons(room, id_) == {AskHint, ShowOdds}
    await room.move(ANA, id_, "b+2")
    await room.act(BEN, Resign(id_, sure=True))
    assert await buttons(room, id_) == {ShowReview}


async def test_no_advice_in_the_menu(room: Room) -> None:
    """Without an agreement, the menu of a running game offers no advice."""
    id_ = await room.playing([2, 1, 3])
    assert await buttons(room, id_) == set()
