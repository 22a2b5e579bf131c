"""A game in two lines, for where there is no room for its board: who plays whom, and the score."""

from collections.abc import Iterator
from functools import reduce

from bot.games.catalogue import Games
from bot.show.headline import by_side, full_party_names, verdict
from bot.show.match_lines import running_score, score_line
from bot.table.match_text import points_text, so_far
from bot.table.naming import NAMED, names_of, team_names
from bot.table.table import Ending, Status, Table
from engine.text import Text


def versus(games: Games, table: Table) -> Text:
    """Return the names of the players, grouped by side; of large teams, a few."""
    parties = by_side(games, table)
    names = (names_of(party) if len(party) == 1 else team_names(party, NAMED) for party in parties)
    sides = (Text("headline.side", names=each) for each in names)
    return reduce(lambda one, other: Text("match.parties", name=one, other=other), sides)


def standing(games: Games, table: Table) -> Iterator[Text]:
    """Yield how a played game has ended, once it has, and the score of those who play again."""
    ended = table.status is Status.OVER and bool(table.position)
    if ended and (decided := _match_won(games, table)) is not None:
        yield decided
        return
    if ended:
        yield _game_won(games, table) or verdict(games, table)
    yield from running_score(games, table)
    yield from score_line(games, table)


def _match_won(games: Games, table: Table) -> Text | None:
    """Return which of two sides has won the match with this game, and the score."""
    game, before = games.game(table.header), table.match
    match = so_far(table, game)
    if before is None or match is None or not match.is_decided or game.sides != 2:
        return None
    score, winners = match.score(), match.winners()
    if len(winners) != 1 or score[winners[0]] <= score[1 - winners[0]]:
        return None  # drawn, or left by those who led
    names = full_party_names(games, table)
    won, lost = winners[0], 1 - winners[0]
    return Text(
        "standing.match",
        name=names[before.side_of(won, game.sides)],
        other=names[before.side_of(lost, game.sides)],
        won=points_text(score[won]),
        lost=points_text(score[lost]),
    )


def _game_won(games: Games, table: Table) -> Text | None:
    """Return which of two sides has won this game on the board."""
    game = games.game(table.header)
    best = {game.side(seat) for seat in table.winners}
    if table.ending is not Ending.WON or game.sides != 2 or len(best) != 1:
        return None
    (won,), names = best, full_party_names(games, table)
    return Text("standing.won", name=names[won], other=names[1 - won])
