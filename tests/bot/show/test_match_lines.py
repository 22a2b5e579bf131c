"""Matches on boards: the terms, the score, the next game, and who has won."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.rematch import Rematch
from bot.acts.look.play import Play
from bot.acts.look.rules import Rules
from bot.acts.play.quit import LeaveMatch
from bot.table import steps
from bot.table.agreement import agreement
from bot.table.ids import TableId
from bot.table.match import DRAW, LOSS, WIN, Finished, Match
from bot.table.seats import Computer
from bot.table.steps import end
from bot.table.table import Ending, Table
from bot.table.terms import Terms
from tests.bot.show.offer import ANA, BEN, GAMES, HANDS, HEADER, OFFER, SAY, begun
from tests.bot.show.teams import CARLA, DAN, MEDIUM, four, game, header, lobby, made, offered, said

FIRST_TO_3 = Match((HEADER,), wins=3)
SERIES = Match(tuple(GAMES.header(GAMES.chosen(key)) for key in ("puluc", "bul", "boolik")))
WON, DRAWN, LOST = (WIN, LOSS), (DRAW, DRAW), (LOSS, WIN)


def score(number: str, one: str, other: str) -> str:
    """The line with the number of a game and the score."""
    return f"{number} · {one} \N{EN DASH} {other}"


def after(match: Match, *results: tuple[int, int]) -> Match:
    """The match after games with these half points for Ana's and Ben's party."""
    for number, points in enumerate(results):
        match = match.after(Finished(TableId(f"game{number}"), "c", match.header, points))
    return match


def next_game(match: Match = FIRST_TO_3, **changes: object) -> Table:
    """The second game of a match, in which Ben has jade; Ana has won the first one."""
    seats = (BEN, ANA)
    return replace(OFFER, seats=seats, match=after(match, WON), **changes)  # type: ignore[arg-type] # the types match the fields


def playing(match: Match = FIRST_TO_3) -> Table:
    """A game of the match between Ana, jade, and Ben."""
    return replace(begun().table, match=match)


def resigned(match: Match, by: int = 1) -> Table:
    """A game of the match that Ana or Ben has resigned."""
    return end(playing(match), Ending.RESIGNED, 0, by=by, places=((1 - by,), (by,))).table


def test_a_challenge_to_a_match() -> None:
    """A challenge says what wins the match."""
    line = "This is a match: the first to reach 3 points wins. A win counts 1, a draw ½."
    assert line in said(replace(OFFER, match=FIRST_TO_3, terms=Terms(match=3)))


def test_a_challenge_to_a_series() -> None:
    """A challenge lists the games of a series."""
    line = "This is a series of 3 games: Puluc · Bul · Boolik. The better score wins."
    assert line in said(replace(OFFER, match=SERIES))


def test_a_challenge_to_one_game() -> None:
    """A challenge to one game says nothing about matches."""
    assert not [line for line in said(OFFER) if "match" in line or "series" in line]


def test_a_board_of_a_match() -> None:
    """The board says which game this is, and the score."""
    assert said(playing())[0] == score("Game 1, first to 3", "Ana 0", "Ben 0")
    assert said(playing(after(SERIES, WON, DRAWN)))[0] == score("Game 3 of 3", "Ana 1½", "Ben ½")


def test_a_board_of_a_team_match() -> None:
    """A team is called by the first person in it, because its colour changes from game to game."""
    match = Match((header(4),), wins=3)
    assert said(replace(four(), match=match))[0] == score(
        "Game 1, first to 3", "Ana's team 0", "Ben's team 0"
    )


def test_the_lines_of_a_next_game() -> None:
    """A next game says the score, its length, who plays on which side, and when it starts."""
    first, rules, _, length, *sides, starts = said(next_game())
    assert first == score("Game 2, first to 3", "Ana 1", "Ben 0")
    assert rules == "Puluc: 7 spaces, 2 warriors each."
    assert length.startswith("About ")
    assert sides == ["Ben plays jade.", "Ana plays red."]
    assert starts == "The game starts as soon as everyone is ready, or after a minute."


def test_the_buttons_of_a_next_game() -> None:
    """Players get ready for a next game, or leave the match."""
    table = next_game(revision=4)
    assert offered(table) == {
        "Ready": Accept(table.id, revision=4, agreement=agreement(table)),
        "Leave match": LeaveMatch(table.id),
        "Rules": Rules(table.id),
    }


def test_who_is_not_ready() -> None:
    """A next game waits for an answer of those who are not ready."""
    waiting, half = next_game(), next_game(ready=(1,))
    assert [each.name for each in made(waiting).mentions] == ["Ben", "Ana"]
    assert [each.name for each in made(half).mentions] == ["Ben"]
    assert made(half).asks
    assert said(half)[-1] == "Not ready yet: Ben."
    assert "Not ready" not in said(waiting)[-1]


def test_a_next_game_of_teams() -> None:
    """A next game of teams names everyone on both sides."""
    match = after(Match((header(4),), wins=3), WON)
    table = replace(lobby(BEN, DAN, ANA, CARLA), match=match)
    assert said(table)[0] == score("Game 2, first to 3", "Ana's team 1", "Ben's team 0")
    assert {"Jade: Ben and Dan", "Red: Ana and Carla"} <= set(said(table))


def test_a_next_game_against_the_computer() -> None:
    """The next game of a practice match is started by its player."""
    table = replace(next_game(), seats=(Computer("easy"), ANA), hosted_by=1)
    assert "Computer (easy) plays jade." in said(table)
    assert "Ready" in offered(table)
    assert [each.name for each in made(table).mentions] == ["Ana"]


def test_words_for_a_next_game() -> None:
    """Players can give a word when they press Ready."""
    assert made(next_game()).give_word


def test_a_match_that_goes_on() -> None:
    """After a game, the board says the new score and what comes next, without a rematch."""
    table = resigned(SERIES)
    assert said(table)[-2:] == [score("Game 1 of 3", "Ana 1", "Ben 0"), "Next: game 2, Bul."]
    assert not {Rematch, Play} & {type(intent) for intent in offered(table).values()}


def test_a_match_that_is_won() -> None:
    """The last board of a match says who has won it, with the score, and offers a rematch."""
    table = resigned(after(FIRST_TO_3, WON, WON))
    assert said(table)[-2:] == [
        score("Game 3, first to 3", "Ana 3", "Ben 0"),
        "Ana wins the match.",
    ]
    assert offered(table)["Rematch"] == Rematch(table.id)


def test_a_match_that_is_drawn() -> None:
    """A series with equal scores is drawn."""
    assert said(resigned(after(SERIES, WON, DRAWN), by=0))[-1] == "The match is drawn."


def test_a_match_won_by_a_team() -> None:
    """A team that wins a match is named with its players."""
    match = replace(Match((header(4),), wins=2), games=after(FIRST_TO_3, WON).games)
    table = replace(game(BEN, DAN, ANA, CARLA), match=match)
    over = end(table, Ending.RESIGNED, 0, by=0, places=((2, 3), (0, 1))).table
    assert said(over)[-1] == "Red (Ana and Carla) wins the match."


@pytest.mark.parametrize("ending", [Ending.CLOSED, Ending.ABANDONED, Ending.ABORTED])
def test_a_game_without_a_result(ending: Ending) -> None:
    """A game that ends without a result ends the match without a winner."""
    table = end(playing(), ending, 0, by=0).table
    assert said(table)[-1] == "The match ends without a winner."
    assert "Rematch" in offered(table)


def test_a_party_that_leaves_before_a_game() -> None:
    """A party that leaves between two games loses the match, and no game has been played."""
    match = replace(after(FIRST_TO_3, LOST), left_by=1)
    table = end(next_game(), Ending.MATCH_LEFT, 0, by=0).table
    assert said(replace(table, match=match)) == [
        "Ben left the match before this game started.",
        "Ana wins the match.",
    ]
    assert [*offered(table)] == ["Rematch", "New game"]


def test_a_cancelled_challenge_to_a_match() -> None:
    """A challenge to a match that is cancelled says nothing about the match."""
    table = end(replace(OFFER, match=FIRST_TO_3), Ending.CANCELLED, 0).table
    assert said(table) == ["Ana cancelled the game."]


DEMO = lobby(*(MEDIUM,) * 4, posted_by=ANA)


def test_a_game_of_computers() -> None:
    """A game of computers says who posted it, mentions nobody, and has a menu."""
    table = steps.begin(DEMO, GAMES.game(DEMO.header), HANDS, 0).table
    assert said(table)[0] == "The computer is playing against itself. Ana started this game."
    assert SAY(made(table).title) == "Aj sayil, the ant: the computer against itself"
    assert list(offered(table)) == ["…"]
    assert made(table).mentions == ()


def test_a_game_of_computers_before_it_begins() -> None:
    """A game of computers needs nobody to begin it."""
    assert list(offered(DEMO)) == ["Rules"]
    assert made(DEMO).mentions == ()


def test_a_game_of_computers_after_its_end() -> None:
    """Nobody can ask for a rematch of a game of computers."""
    table = steps.begin(DEMO, GAMES.game(DEMO.header), HANDS, 0).table
    assert "Rematch" not in offered(end(table, Ending.STOPPED, 0).table)


def test_a_party_that_leaves_during_a_game() -> None:
    """The board says that a party has left the match, which explains who wins it."""
    # Party 1 has jade in the second game.
    table = resigned(replace(after(FIRST_TO_3, WON), left_by=0))
    assert said(table)[-2:] == ["Ben has left the match.", "Ana wins the match."]
