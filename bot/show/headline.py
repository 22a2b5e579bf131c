"""One-line summaries of a table: who plays whom, and how it ended."""

from functools import reduce

from bot.games.catalogue import Games, title
from bot.table.durations import duration
from bot.table.naming import NAMED, as_text, closing, name_of, named, names_of, team_names
from bot.table.seats import Seat
from bot.table.table import OF_A_SIDE, SMALLEST_GAME, Ending, Table
from bot.table.upkeep import CHALLENGE_SECONDS
from engine.text import Text


def by_side(games: Games, table: Table) -> tuple[tuple[Seat, ...], ...]:
    """Return who has the seats of each side."""
    game = games.game(table.header)
    return tuple(
        tuple(holder for seat, holder in enumerate(table.seats) if game.side(seat) == side)
        for side in range(game.sides)
    )


def heading(games: Games, table: Table) -> Text:
    """Return the title of a table's page: the game and its players."""
    ruleset = title(table.header)
    if table.is_demo:
        return Text("demo.title", ruleset=ruleset)
    if table.is_lobby:
        return Text(
            "lobby.title",
            ruleset=ruleset,
            name=name_of(table.host),
            taken=len(table.taken),
            seats=len(table.seats),
        )
    if len(table.seats) > SMALLEST_GAME:
        return Text("board.title", ruleset=ruleset, names=sides(games, table))
    return Text("board.title", ruleset=ruleset, names=names_of((*table.taken, *table.asked)))


def sides(games: Games, table: Table) -> Text:
    """Return the names of the players, grouped by side; of a large team, only the first ones.

    A free seat is shown as "anyone" in a game without partners.
    """
    parties = by_side(games, table)
    names = (names_of(party) if len(party) == 1 else team_names(party, NAMED) for party in parties)
    named_so = [Text("headline.side", names=each) for each in names]
    return reduce(lambda before, side: Text("headline.sides", name=before, other=side), named_so)


def party_names(games: Games, table: Table) -> tuple[Text, ...]:
    """Return what each side is called: by the name of its only player, or as a team.

    Players with the same name, such as computers, have that of their side, too.
    """
    family, parties = games.of(table.header), by_side(games, table)
    alone = [name_of(party[0]) for party in parties if len(party) == 1]

    def called(side: int, party: tuple[Seat, ...]) -> Text:
        team, name = family.team(table.header, side), as_text(name_of(party[0]))
        if len(party) > 1:
            return team
        equal = alone.count(name_of(party[0])) > 1
        return Text("team.named", team=team, names=(name,)) if equal else name

    return tuple(called(side, party) for side, party in enumerate(parties))


def full_party_names(games: Games, table: Table) -> tuple[Text, ...]:
    """Return what each side is called; a team together with its players."""
    return tuple(
        name if len(party) == 1 else Text("team.named", team=name, names=team_names(party, NAMED))
        for name, party in zip(party_names(games, table), by_side(games, table), strict=True)
    )


def winners(games: Games, table: Table) -> tuple[Text, ...]:
    """Return what the sides that came first are called; a team together with its players."""
    game, names = games.game(table.header), full_party_names(games, table)
    return tuple(names[side] for side in dict.fromkeys(map(game.side, table.winners)))


def verdict(games: Games, table: Table) -> Text:
    """Return a few words on how a finished table ended; if it never began, who ended it."""
    if table.ending is Ending.CLOSED:
        return closing(table)
    host, time = name_of(table.host), duration(table.terms.expires or CHALLENGE_SECONDS)
    if table.ending is Ending.EXPIRED and len(table.seats) > SMALLEST_GAME:
        return Text("ended.expired-lobby", name=host, time=time)
    best = winners(games, table)
    return Text(
        f"ended.{table.ending}",
        name=best or host,
        won=Text("ended.wins", name=best, count=len(best)),
        other=names_of(table.asked),
        by=_who(games, table),
        players=party_names(games, table),
        time=time,
    )


def _who(games: Games, table: Table) -> Text:
    """Return who ended a table. A side stands for its last player, with whom it has lost."""
    seat = table.ended_by
    if seat is not None and table.ending in OF_A_SIDE:
        return party_names(games, table)[games.game(table.header).side(seat)]
    return as_text(named(table, seat))
