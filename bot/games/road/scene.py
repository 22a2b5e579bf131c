"""The scene of a road game: the last events, the legal moves, and the board for display."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Final

from typing_extensions import override

from bot.games.family import Playable, Scene
from bot.games.road.board import RoadBoard, board_of, kills
from bot.games.road.deeds import Effect, labels, sentence
from bot.games.road.events import Event, Opened, Passed, Thrown, events, in_order
from bot.games.road.names import player, team, with_number
from bot.games.road.summary import summary
from bot.table import departures
from bot.table.button import Style
from bot.table.naming import as_text
from bot.table.seats import Computer
from bot.table.table import OF_A_SIDE, Ending, Status, Table
from engine import Choose
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from engine.road.ruleset import AfterCapture
from engine.text import Say, Text

MOST_TOLD: Final = 8
"""The maximum number of events with a sentence each; if there are more, only the last TOLD_WHOLE.

Counts summarize the earlier ones.
"""

TOLD_WHOLE: Final = 5


class RoadScene(Scene):
    """Implements `Scene`; every part is computed on first use."""

    def __init__(self, game: RoadGame, table: Table, say: Say) -> None:
        self._game = game
        self._table = table
        self._say = say
        self._position = game.read_position(table.position)
        self._seen = game.unpack(self._position)
        self._phase = game.phase(self._position)

    @property
    @override
    def over(self) -> bool:
        return self._table.status is Status.OVER

    @cached_property
    @override
    def mover(self) -> int | None:
        playing = self._table.status is Status.PLAYING
        return self._phase.seat if playing and isinstance(self._phase, Choose) else None

    @cached_property
    @override
    def narration(self) -> tuple[Text, ...]:
        return tell(self._game, self._table, self._happened)

    @cached_property
    @override
    def turn(self) -> tuple[Text, ...]:
        """Whose turn it is, and the numbers to play in the order of the throws."""
        if self.mover is None:
            return ()
        throws = self._game.ruleset.throws
        thrown = [throws.number(throws.read(cast)) for cast in self._table.lying]
        numbers = in_order(self._seen.numbers, thrown)
        name = with_number(self._game, self._table, self.mover)
        return (Text("told.turn", name=name, number=_listed(numbers)),)

    @cached_property
    @override
    def result(self) -> Text:
        game, table, verdict = self._game, self._table, self._verdict
        if table.ending not in (Ending.WON, Ending.DRAWN):
            return verdict
        if game.ruleset.after_capture is not AfterCapture.LEAVE:
            lost = 1 - game.side(table.winners[0])
            return Text("why.free", name=self._side(lost), ended=verdict)
        jade, red = kills(game, self._seen)
        return Text(
            "why.equal" if jade == red else "why.kills",
            name=self._side(0),
            kills=jade,
            other=self._side(1),
            others=red,
            ended=verdict,
        )

    @override
    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        return summary(self._game, record, (self._side(0), self._side(1)))

    @cached_property
    @override
    def moves(self) -> tuple[Playable, ...]:
        """The legal moves, in road order."""
        game, effects = self._game, self._effects
        return tuple(
            Playable(text, game.write_move(move), _style(deed))
            for text, (deed, move) in zip(labels(game, self._table, effects), effects, strict=True)
        )

    @cached_property
    @override
    def board(self) -> RoadBoard:
        return board_of(
            self._game, self._table, self._position, self._effects, self._happened, self._say
        )

    @cached_property
    def _happened(self) -> tuple[Event, ...]:
        """The events of the table's last step."""
        return tuple(events(self._game, self._table))

    @cached_property
    def _effects(self) -> tuple[Effect, ...]:
        """The legal moves of the seat to move with their effects, in road order."""
        if self.mover is None:
            return ()
        effects = (Effect(self._game.deed(self._position, move), move) for move in self._moves)
        return tuple(sorted(effects, key=lambda effect: effect.deed.start))

    @property
    def _moves(self) -> Sequence[Move]:
        return self._phase.moves if isinstance(self._phase, Choose) else ()

    @property
    def _verdict(self) -> Text:
        """Return how the table ended, in a few words."""
        game, table = self._game, self._table
        name = team(game, table, game.side(table.winners[0])) if table.winners else None
        by = player(game, table, table.ended_by)
        if table.ending in OF_A_SIDE and table.ended_by is not None:
            by = team(game, table, game.side(table.ended_by))
        players = (*self._side(0), *self._side(1))
        name = name or Text("name.nobody")
        won = Text("ended.wins", name=name, count=1)
        return Text(f"ended.{table.ending}", name=name, won=won, by=by, players=players)

    def _side(self, side: int) -> tuple[Text, ...]:
        """Return the name of a side, as a list of texts."""
        return (as_text(team(self._game, self._table, side)),)


def tell(game: RoadGame, table: Table, happened: Sequence[Event]) -> tuple[Text, ...]:
    """Return sentences about what happened; of many events, only the last have one each.

    Before these, the result says how often each side passed or moved.
    """
    opened = [event for event in happened if isinstance(event, Opened)]
    opening = _opening(game, departures.as_of(table, 0), opened)
    moves = table.moves - sum(isinstance(event, Deed) for event in happened)
    lines = list[tuple[Event, Text]]()
    for event, after in zip_longest(happened, happened[1:]):
        moves += isinstance(event, Deed)
        # Those who have taken over a seat since then didn't do it.
        if line := _line(game, departures.as_of(table, moves), event, after):
            lines.append((event, line))
    if len(lines) <= MOST_TOLD:
        return (*opening, *(line for _, line in lines))
    earlier = Counter(
        (game.side(event.seat), isinstance(event, Passed))
        for event, _ in lines[:-TOLD_WHOLE]
        if isinstance(event, Passed | Deed)
    )
    return (
        *opening,
        *(
            Text(
                "told.passes" if passed else "told.moves", name=team(game, table, who), count=count
            )
            for (who, passed), count in earlier.items()
        ),
        *(line for _, line in lines[-TOLD_WHOLE:]),
    )


def _line(game: RoadGame, table: Table, event: Event, after: Event | None) -> Text | None:
    """Return the sentence about an event, None if it has none; `after` is the next event."""
    match event:
        case Passed(seat, numbers, rest):
            name = player(game, table, seat)
            if rest:
                return Text("told.pass-rest", name=name, number=_listed(numbers))
            key = "told.pass" if any(numbers) else "told.nought"
            return Text(key, name=name, number=_listed(numbers, "told.thrown"))
        case Thrown(seat, numbers):
            # Other throws are shown elsewhere: with the turn of the seat to move, on a person's own
            # board, or with a pass.
            if isinstance(table.seats[seat], Computer) and isinstance(after, Deed):
                thrown = _listed(numbers, "told.thrown")
                return Text("told.cast", name=player(game, table, seat), number=thrown)
        case Deed():
            return sentence(game, table, event)
    return None


def _listed(numbers: Sequence[int], key: str = "told.number") -> tuple[Text, ...]:
    return tuple(Text(key, number=number) for number in numbers)


def _opening(game: RoadGame, table: Table, casts: Sequence[Opened]) -> Iterator[Text]:
    """Yield the opening, one sentence for each pair of throws."""
    for first, second in zip(casts[::2], casts[1::2], strict=True):
        name, other = (player(game, table, event.seat) for event in (first, second))
        if first.number == second.number:
            yield Text("told.opening-tie", name=name, other=other, number=first.number)
        else:
            yield Text(
                "told.opening",
                name=name,
                other=other,
                number=first.number,
                reply=second.number,
                winner=name if first.number > second.number else other,
            )


def _style(deed: Deed) -> Style:
    if any(deed.captured) or deed.away:
        return Style.CAPTURE
    if deed.arrival is Arrival.FIRE:
        return Style.BAD
    return Style.GOOD if any((*deed.killed, *deed.freed, *deed.liberated)) else Style.PLAIN
