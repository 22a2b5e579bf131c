"""Scores on boards: of those who play again, and of matches, with what comes next, and who won."""

from collections.abc import Iterator
from functools import reduce

from bot.acts.gather.accept import Accept
from bot.acts.lengths import length_lines
from bot.acts.look.rules import Rules
from bot.acts.play.quit import LeaveMatch
from bot.games.catalogue import Games, title
from bot.show.headline import by_side, full_party_names
from bot.show.lobby import side_lines
from bot.table.agreement import agreement
from bot.table.button import Button, Style
from bot.table.match import Match
from bot.table.match_text import parties, score_text, so_far, winner_text
from bot.table.naming import name_of, names_of
from bot.table.next_game import is_further_game, tally_after, unready
from bot.table.table import SMALLEST_GAME, Ending, Table
from engine.text import Text


def terms_of_match(match: Match | None, sides: int) -> Iterator[Text]:
    """Yield what wins the match, if any, that a challenge or lobby for so many sides is for."""
    if match is None:
        return
    if match.wins:
        key = "offer.match" if sides == SMALLEST_GAME else "offer.match-places"
        yield Text(key, wins=match.wins)
    else:
        rulesets = reduce(_listed, map(title, match.headers))
        yield Text("offer.series", number=len(match.headers), rulesets=rulesets)


def _listed(before: Text, ruleset: Text) -> Text:
    """Return a list with another ruleset. Commas would be unclear: some names contain them."""
    return Text("offer.series.list", name=before, other=ruleset)


def running_score(games: Games, table: Table) -> Iterator[Text]:
    """Yield what two people who play again have won so far, with this game, if anything."""
    tally = None if table.tally is None else tally_after(table, games.game(table.header))
    if tally is None or not any(tally.wins):
        return
    one, other = (
        Text("match.party", name=name_of(table.seats[seat]), points=tally.wins[seat])
        for seat in tally.order
    )
    yield Text("score.games" if table.match is None else "score.matches", name=one, other=other)


def score_line(games: Games, table: Table) -> Iterator[Text]:
    """Yield which game of a match this is, and the score."""
    game = games.game(table.header)
    score = score_text(table, game, parties(table, game))
    if score is not None:
        yield score


def outcome_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield what the end of a game means for its match: who has won it, or what comes next."""
    game = games.game(table.header)
    match = so_far(table, game)
    before = table.match
    if before is not None and before.left_by is not None and table.ending is Ending.RESIGNED:
        side = before.side_of(before.left_by, game.sides)
        yield Text("match.left-by", name=full_party_names(games, table)[side])
    won = winner_text(table, game, full_party_names(games, table))
    if won is not None:
        yield won
    elif goes_on(games, table) and match is not None:
        yield Text("match.follows", number=match.number + 1, ruleset=title(match.header))
    elif match is not None and (table.position or is_further_game(table)):
        yield Text("match.ended")


def goes_on(games: Games, table: Table) -> bool:
    """Return whether another game follows a finished one in its match."""
    match = so_far(table, games.game(table.header))
    return match is not None and bool(table.places) and not match.is_decided


def next_game_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield who plays on which side in the next game of a match, and when it starts."""
    yield from score_line(games, table)
    yield from games.offered(table.header)
    yield from length_lines(games, table)
    if len(table.seats) > SMALLEST_GAME:
        yield from side_lines(games, table)
    else:
        family = games.of(table.header)
        for side, (player,) in enumerate(by_side(games, table)):
            yield Text("next-game.side", name=name_of(player), side=family.side(table.header, side))
    yield Text("next-game.starts")
    waiting = unready(table)
    if table.ready and waiting:
        yield Text("next-game.waits", name=names_of(waiting))


def next_game_buttons(table: Table) -> Iterator[Button]:
    """Yield the buttons of the next game of a match."""
    ready = Accept(table.id, revision=table.revision, agreement=agreement(table))
    yield Button(Text("button.ready"), ready, Style.GOOD)
    yield Button(Text("button.leave-match"), LeaveMatch(table.id), Style.BAD)
    yield Button(Text("button.rules"), Rules(table.id))
