"""The texts about a match name each party with its own points."""

from dataclasses import replace

import pytest

from bot.table.match import DRAW, LOSS, WIN, Finished, Match
from bot.table.match_text import points_text, score_text, so_far, winner_text
from bot.table.table import Ending, Status, Table
from engine.text import Name, Text
from tests.bot.show.offer import GAMES, OFFER, SAY

HEADER = OFFER.header
GAME = GAMES.game(HEADER)
ANA, BEN = Name("Ana"), Name("Ben")
DASH = "\N{EN DASH}"


def finished(ana: int, ben: int) -> Finished:
    """A game that gave Ana's party and Ben's these points."""
    return Finished(OFFER.id, "", HEADER, (ana, ben))


def playing(match: Match | None) -> Table:
    """A table in play, the next game of a match."""
    return replace(OFFER, header=HEADER, status=Status.PLAYING, match=match)


def won(match: Match, seat: int) -> Table:
    """The same table after a seat has won."""
    ended = replace(playing(match), status=Status.OVER, ending=Ending.WON)
    return replace(ended, places=((seat,), (1 - seat,)))


def said(text: Text | None) -> str:
    return "" if text is None else SAY(text)


def test_no_match() -> None:
    """A single game has neither a score nor a winner of the match."""
    assert score_text(playing(None), GAME, (ANA, BEN)) is None
    assert winner_text(playing(None), GAME, (ANA, BEN)) is None


def test_series() -> None:
    """In a series, the score says how many games are played."""
    match = Match((HEADER,) * 5, games=(finished(DRAW, DRAW),))
    assert said(score_text(playing(match), GAME, (BEN, ANA))) == f"Game 2 of 5 · Ana ½ {DASH} Ben ½"


def test_first_to() -> None:
    """In a match for points, the score says how many win it."""
    text = score_text(playing(Match((HEADER,), wins=3)), GAME, (ANA, BEN))
    assert said(text) == f"Game 1, first to 3 · Ana 0 {DASH} Ben 0"


def test_sides_alternate() -> None:
    """A party keeps its place and its points in the score when it changes sides."""
    match = Match((HEADER,) * 5, games=(finished(WIN, LOSS),))
    assert said(score_text(playing(match), GAME, (BEN, ANA))) == f"Game 2 of 5 · Ana 1 {DASH} Ben 0"


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("played", range(5))
def test_sides_of_many_parties(sides: int, played: int) -> None:
    """In each game, the side of a party is that party's, however many there are."""
    match = Match((HEADER,), wins=9, games=(finished(WIN, LOSS),) * played)
    parties = range(sides)
    theirs = [match.side_of(party, sides) for party in parties]
    assert [match.party_of(side, sides) for side in theirs] == [*parties]


def test_ended() -> None:
    """The score of a game that has ended includes it, and its number stays the same."""
    match = Match((HEADER,) * 5, games=(finished(WIN, LOSS),))
    text = score_text(won(match, 0), GAME, (BEN, ANA))
    assert said(text) == f"Game 2 of 5 · Ana 1 {DASH} Ben 1"


def test_no_result() -> None:
    """A game that ends without a result doesn't change the score, and nobody wins the match."""
    aborted = replace(playing(Match((HEADER,), wins=1)), status=Status.OVER, ending=Ending.ABORTED)
    assert so_far(aborted, GAME) == aborted.match
    assert winner_text(aborted, GAME, (ANA, BEN)) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_winner(seat: int) -> None:
    """The winner of the last game of a match is named if that decides it."""
    match = Match((HEADER,), wins=2, games=(finished(WIN, LOSS),))
    text = winner_text(won(match, seat), GAME, (BEN, ANA))
    assert said(text) == ("" if seat == 0 else "Ana wins the match.")


def test_drawn_match() -> None:
    """A series with an equal score is drawn."""
    match = Match((HEADER,) * 2, games=(finished(WIN, LOSS),))
    assert said(winner_text(won(match, 0), GAME, (BEN, ANA))) == "The match is drawn."


def test_party_left() -> None:
    """The other party wins a match that one has left, even with the lower score."""
    match = Match((HEADER,) * 5, games=(finished(WIN, LOSS),), left_by=0)
    over = replace(playing(match), status=Status.OVER, ending=Ending.MATCH_LEFT)
    assert said(winner_text(over, GAME, (BEN, ANA))) == "Ben wins the match."


@pytest.mark.parametrize(
    ("points", "digits"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (20, "10"), (21, "10½")]
)
def test_points(points: int, digits: str) -> None:
    """Half points are written as points with a half."""
    assert points_text(points) == digits
