"""Matches: several games in a row between the same parties, with a score.

A party is everyone who plays together. Party 0 has side 0 in the first game, and from game to game
each party moves on to the next side.
"""

from dataclasses import dataclass, replace

from bot.table.ids import TableId
from engine.game import Over, Places

WIN, DRAW, LOSS = 2, 1, 0
"""What a game is worth, in half points."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game of a match: its table, its watch code, its header and its outcome.

    `points` are what each party got for it, in half points.
    """

    table: TableId
    code: str
    header: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What has been agreed on for a match, and the games finished so far.

    `headers` are those of its games; after the last one, the first one follows. `wins` is the
    score, in points, that wins the match, 0 if all `headers` are played once and the better score
    wins. `left_by` is the party that has left the match, which the others win. Every table of a
    match has all of this, so that reading one table is enough.
    """

    headers: tuple[str, ...]
    wins: int = 0
    games: tuple[Finished, ...] = ()
    left_by: int | None = None

    @property
    def number(self) -> int:
        """The number of the game in progress, from 0; once the match is over, of its games."""
        return len(self.games)

    @property
    def header(self) -> str:
        """The header of the game in progress, or of the next one."""
        return self.headers[self.number % len(self.headers)]

    def side_of(self, party: int, sides: int) -> int:
        """Return the side of a party in the game in progress, which has so many sides."""
        return (party + self.number) % sides

    def party_of(self, side: int, sides: int) -> int:
        """Return the party that has a side in the game in progress."""
        return (side - self.number) % sides

    def score(self, parties: int = 2) -> tuple[int, ...]:
        """Return what each party has got in the finished games, in half points."""
        return tuple(sum(game.points[party] for game in self.games) for party in range(parties))

    def after(self, game: Finished) -> "Match":
        """Return the match with another finished game."""
        return replace(self, games=(*self.games, game))

    @property
    def is_decided(self) -> bool:
        """Whether the match is over."""
        if self.left_by is not None:
            return True
        if not self.wins:
            return self.number >= len(self.headers)
        return bool(self.games) and max(self.score(len(self.games[0].points))) >= WIN * self.wins

    def winners(self, parties: int = 2) -> tuple[int, ...]:
        """Return the parties that have won a decided match; empty if it is drawn."""
        if self.left_by is not None:
            return tuple(party for party in range(parties) if party != self.left_by)
        score = self.score(parties)
        best = tuple(party for party, points in enumerate(score) if points == max(score))
        return () if len(best) == parties else best


def points(places: Places, parties: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each party gets for a game that ended with `places`, in half points.

    `parties` is the party of each seat.
    """
    won = {parties[seat] for seat in Over(places).winners(len(parties))}
    everyone = range(max(parties) + 1)
    if not won:
        return tuple(DRAW for _ in everyone)
    return tuple(WIN if party in won else LOSS for party in everyone)
