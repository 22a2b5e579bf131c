"""The review of a game: what each decision cost, and what each throw was worth.

A judge says how probably each side wins. What a move *loses* is the difference between the best
move and the one that was played. What a throw *gains* is the difference between the odds after it
and their average over all throws that were possible. Both are probabilities of winning for the
side of the player. If the judge knows the exact values and two sides play, they explain the whole
result: the odds at the beginning, plus all that one side gained and the other lost, less all that
the one lost and the other gained, are the odds at the end.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from engine.game import Choose, Over, Pass, Places, Throw
from engine.games import AnyGame
from engine.players.judge import Judge, Source
from engine.record import Played, standing

NOTABLE: Final = 0.01
"""A move that loses less than this, or a throw that changes less, isn't worth showing."""

LITTLE: Final = 0.05
"""Decisions that could have lost less than this together say nothing of how well a side played."""

Odds: TypeAlias = tuple[float, ...]
"""How probably each side wins; these add up to 1."""

OddsIn: TypeAlias = Callable[[Any], Sequence[float]]
"""Returns the odds in a position."""


SAME: Final = 0.005
"""The difference of chances to win below which moves are told to be equally good."""


class Decision(NamedTuple):
    """A move of `seat` where there were at least two.

    `step` counts the moves and passes before it that stand, as replays do. `played` and `best` are
    moves in the game's notation. `value`, `highest` and `lowest` are how probably the side wins
    with the move that was played, with the best one and with the worst one. `good` are all moves
    that are as good as the best one, to `SAME`.
    """

    step: int
    seat: int
    position: Any
    played: str
    best: str
    value: float
    highest: float
    lowest: float
    good: tuple[str, ...] = ()

    @property
    def loss(self) -> float:
        """How much less probable a win became."""
        return self.highest - self.value


class Luck(NamedTuple):
    """A throw, the step that followed it, and what it gained for the thrower's side.

    `cast` is its entry, and `numbers` are what it came to. All throws of the opening are one, that
    of the player who begins, and both are empty.
    """

    step: int
    seat: int
    cast: str
    numbers: tuple[int, ...]
    gain: float


class Total(NamedTuple):
    """The decisions and throws of a side, added up.

    `lost` is what its decisions lost together, and `staked` what they could have lost at most.
    """

    decisions: int
    lost: float
    staked: float
    gained: float

    @property
    def accuracy(self) -> float | None:
        """The share of what its decisions could have lost that they did not lose, from 0 to 1.

        It is 1 for perfect play and 0 for the worst possible one, and None if little was at stake.
        """
        return 1 - self.lost / self.staked if self.staked >= LITTLE else None


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game.

    `curve` has the odds at each step of a replay: before each move and pass, before a move that is
    due at the end, and at the end if the game is over.
    """

    source: Source
    curve: tuple[Odds, ...]
    decisions: tuple[Decision, ...]
    throws: tuple[Luck, ...]
    totals: tuple[Total, ...]

    def worst(self, count: int) -> tuple[Decision, ...]:
        """Return the decisions that lost most, at most `count`, without trifles."""
        notable = [each for each in self.decisions if each.loss >= NOTABLE]
        return tuple(sorted(notable, key=lambda each: -each.loss)[:count])

    def luckiest(self, sign: int) -> Luck | None:
        """Return the throw that gained most or, with a `sign` of -1, cost most.

        None without any that is worth telling. The opening is left out.
        """
        notable = [each for each in self.throws if each.cast and sign * each.gain >= NOTABLE]
        return max(notable, key=lambda each: sign * each.gain, default=None)


def review(
    game: AnyGame,
    entries: Sequence[str],
    judge: Judge,
    places: Places = (),
    progress: Callable[[float], object] = lambda _share: None,
) -> Review:
    """Review the game with these entries; moves that were taken back don't count.

    `places` is the result if it wasn't decided on the board. `progress` is called with the share
    of the work that is done. Raises Corrupt if an entry can't be played.
    """
    line = standing(game, entries)
    odds = cache(judge.odds)  # the odds after a throw are also one of those that it could lead to
    curve: list[Odds] = []
    decisions: list[Decision] = []
    throws: list[Luck] = []
    for done, played in enumerate(line):
        match played.phase:
            case Choose(moves=moves):
                curve.append(tuple(odds(played.position)))
                if len(moves) > 1:
                    decisions.append(_decided(game, judge, played, len(curve) - 1))
            case Pass():
                curve.append(tuple(odds(played.position)))
            case Throw():
                throws += _thrown(game, odds, played, len(curve))
        progress((done + 1) / len(line))
    position = line[-1].after if line else game.start()
    curve += _at_the_end(game, odds, position, places)
    return Review(
        judge.source,
        tuple(curve),
        tuple(decisions),
        tuple(throws),
        tuple(_total(game, side, decisions, throws) for side in range(game.sides)),
    )


def _decided(game: AnyGame, judge: Judge, played: Played[Any, Any], step: int) -> Decision:
    assert isinstance(played.phase, Choose)  # noqa: S101 - a precondition
    moves = played.phase.moves
    names = [*map(game.write_move, moves)]
    values = judge.rate(played.position, moves)
    highest = max(values)
    return Decision(
        step,
        played.phase.seat,
        played.position,
        played=played.entry,
        best=names[values.index(highest)],
        value=values[names.index(played.entry)],
        highest=highest,
        lowest=min(values),
        good=tuple(
            each for each, value in zip(names, values, strict=True) if highest - value < SAME
        ),
    )


def _thrown(game: AnyGame, odds: OddsIn, played: Played[Any, Any], step: int) -> Iterator[Luck]:
    """Yield what a throw gained; of the opening, only the last throw counts, for all of them."""
    phase = played.phase
    assert isinstance(phase, Throw)  # noqa: S101 - a precondition
    if not phase.opening:
        side = game.side(phase.seat)
        expected = sum(
            float(share) * odds(game.cast(played.position, cast))[side]
            for cast, share in phase.table.chances.items()
        )
        numbers = tuple(phase.table.values(phase.table.read(played.entry)))
        gain = odds(played.after)[side] - expected
        yield Luck(step, phase.seat, played.entry, numbers, gain)
        return
    match game.phase(played.after):
        case Throw(seat, _, opening=False) | Choose(seat) | Pass(seat):
            gain = odds(played.after)[game.side(seat)] - 1 / game.sides
            yield Luck(step, seat, "", (), gain)


def _at_the_end(game: AnyGame, odds: OddsIn, position: Any, places: Places) -> Iterator[Odds]:
    """Yield the odds before a move that was due at the end, then the result."""
    phase = game.phase(position)
    if isinstance(phase, Choose):
        yield tuple(odds(position))
    places = places or (phase.places if isinstance(phase, Over) else ())
    if places:
        won = {game.side(seat) for seat in places[0]}
        yield tuple((side in won) / len(won) for side in range(game.sides))


def _total(
    game: AnyGame, side: int, decisions: Sequence[Decision], throws: Sequence[Luck]
) -> Total:
    made = [each for each in decisions if game.side(each.seat) == side]
    return Total(
        len(made),
        sum(each.loss for each in made),
        sum(each.highest - each.lowest for each in made),
        sum(each.gain for each in throws if game.side(each.seat) == side),
    )
