"""A look at a road game: what happened, what can be done, how it is drawn and described."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import Final, TypeAlias

from bot.games.family import Area, Areas, Playable, Way
from bot.games.road.deeds import Effect, joined, labels, sentence, trace
from bot.games.road.summary import summary
from bot.table.button import Style
from bot.table.naming import as_text, name_of, named
from bot.table.seats import Computer
from bot.table.table import Ending, Status, Table
from engine import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from engine.road.ruleset import AfterCapture, Casts
from engine.text import Say, Text
from renderer import casts
from renderer.box import Box
from renderer.road import areas
from renderer.road import view as views
from renderer.road.describe import alt, board
from renderer.road.picture import draw
from renderer.theme import MAIZE, Theme

MOST_TOLD: Final = 8
"""How many things that happened are told one by one; of more, the last TOLD_WHOLE."""

TOLD_WHOLE: Final = 5


@dataclass(frozen=True, slots=True)
class Opened:
    """A cast that decides who begins."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """The casts of a turn: who, and which numbers they gave."""

    seat: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """Numbers that could not be played; `rest` where one of the turn was played before."""

    seat: int
    numbers: tuple[int, ...]
    rest: bool


Event: TypeAlias = Opened | Thrown | Passed | Deed


@dataclass(frozen=True, slots=True)
class RoadBoard:
    """A position on the road, with the words for it; implements `Board`.

    `moves` are those on offer: where each starts and where it ends.
    """

    view: views.RoadView
    say: Say
    side: int | None
    moves: Mapping[str, tuple[int, int]]

    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        """See `Board.png`."""
        return draw(self.view, self.say, theme, seen_from)

    def areas(self, seen_from: int = 0) -> Areas:
        """See `Board.areas`."""
        view = self.view

        def way(start: int, end: int) -> Way:
            ends = (areas.place(view, at, seen_from) for at in (start, end))
            return Way(*(self._area(box) for box in ends))

        cast = areas.cast(view)
        return Areas(
            moves={move: way(*ends) for move, ends in self.moves.items()},
            last=(way(view.last.start, view.last.end),) if view.last else (),
            cast=self._area(cast) if cast else None,
        )

    def _area(self, box: Box) -> Area:
        wide, high = areas.size(self.view)
        return Area(box.left / wide, box.top / high, box.width / wide, box.height / high)

    def alt(self) -> str:
        """See `Board.alt`."""
        return alt(self.view, self.say)

    def letters(self) -> str:
        """See `Board.letters`."""
        return board(self.view, self.say)


class RoadScene:
    """Implements `Scene`; each part is worked out when it is first asked for."""

    def __init__(self, game: RoadGame, table: Table, say: Say) -> None:
        self._game = game
        self._table = table
        self._say = say
        self._position = game.read_position(table.position)
        self._seen = game.unpack(self._position)
        self._phase = game.phase(self._position)

    @property
    def over(self) -> bool:
        """See `Scene.over`."""
        return self._table.status is Status.OVER

    @cached_property
    def mover(self) -> int | None:
        """See `Scene.mover`."""
        playing = self._table.status is Status.PLAYING
        return self._phase.seat if playing and isinstance(self._phase, Choose) else None

    @cached_property
    def told(self) -> tuple[Text, ...]:
        """See `Scene.told`."""
        return tell(self._game, self._table, self._happened)

    @cached_property
    def turn(self) -> tuple[Text, ...]:
        """See `Scene.turn`; numbers are told in the order in which the casts lie."""
        if self.mover is None:
            return ()
        throws = self._game.ruleset.throws
        lie = [throws.number(throws.read(cast)) for cast in self._table.lying]
        numbers = _in_order(self._seen.numbers, lie)
        name = named(self._table, self.mover)
        return (Text("told.turn", name=name, number=_listed(numbers)),)

    @cached_property
    def result(self) -> Text:
        """See `Scene.result`."""
        game, table, verdict = self._game, self._table, self._verdict
        if table.ending not in (Ending.WON, Ending.DRAWN):
            return verdict
        if game.ruleset.after_capture is not AfterCapture.LEAVE:
            lost = 1 - game.side(table.winners[0])
            return Text("why.free", name=self._side(lost), ended=verdict)
        jade, red = (
            sum(count for seat, count in enumerate(self._seen.killed) if game.side(seat) != side)
            for side in (0, 1)
        )
        return Text(
            "why.equal" if jade == red else "why.kills",
            name=self._side(0),
            kills=jade,
            other=self._side(1),
            others=red,
            ended=verdict,
        )

    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        """See `Scene.summary`."""
        return summary(self._game, record, (self._side(0), self._side(1)))

    @cached_property
    def moves(self) -> tuple[Playable, ...]:
        """See `Scene.moves`; they come in road order."""
        game, effects = self._game, self._effects
        return tuple(
            Playable(text, game.write_move(move), _style(deed))
            for text, (deed, move) in zip(labels(game, self._table, effects), effects, strict=True)
        )

    @cached_property
    def board(self) -> RoadBoard:
        """See `Scene.board`."""
        game, table, seen = self._game, self._table, self._seen
        over, moves = self.over, () if self.over else self._moves
        view = views.RoadView(
            road=game.ruleset.road,
            seats=tuple(
                views.SeatView(self._say(as_text(name_of(holder))), game.side(seat))
                for seat, holder in enumerate(table.seats)
            ),
            stacks=tuple(views.StackView(*stack) for stack in seen.stacks),
            base=seen.base,
            killed=seen.killed,
            away=seen.away,
            turn=None if over else seen.turn,
            winner=self._winner if over else None,
            thrown=self._thrown,
            last=_trace(self._happened),
            landings=tuple(sorted({move.end for move in moves})),
            title=Text(f"ruleset.{game.ruleset.key}.title"),
            status=self._verdict if over else self._status,
            note=Text(
                "status.note",
                road=game.ruleset.road,
                count=game.ruleset.warriors,
                moves=table.moves,
            ),
            summed=game.ruleset.casts is Casts.SUM,
            fire=game.ruleset.fire_space,
        )
        return RoadBoard(
            view,
            self._say,
            None if over else game.side(seen.turn),
            {game.write_move(move): (deed.start, deed.end) for deed, move in self._effects},
        )

    @cached_property
    def _happened(self) -> tuple[Event, ...]:
        """The table's last step, played again."""
        return tuple(_events(self._game, self._table))

    @cached_property
    def _effects(self) -> tuple[Effect, ...]:
        """What the seat to move can play, in road order."""
        if self.mover is None:
            return ()
        effects = (Effect(self._game.deed(self._position, move), move) for move in self._moves)
        return tuple(sorted(effects, key=lambda effect: effect.deed.start))

    @property
    def _moves(self) -> Sequence[Move]:
        return self._phase.moves if isinstance(self._phase, Choose) else ()

    @property
    def _status(self) -> Text:
        key = "status.pass" if isinstance(self._phase, Pass) else "status.turn"
        return Text(key, name=named(self._table, self._seen.turn))

    @property
    def _verdict(self) -> Text:
        """How the table ended, in a few words."""
        table = self._table
        names = tuple(as_text(named(table, seat)) for seat in table.winners)
        by = named(table, table.ended_by)
        return Text(f"ended.{table.ending}", name=names or Text("name.nobody"), by=by)

    @property
    def _winner(self) -> int:
        winners = self._table.winners
        return self._game.side(winners[0]) if winners else views.DRAW

    @property
    def _thrown(self) -> tuple[casts.Thrown, ...]:
        """The casts as they lie; of two numbers, one that is no longer pending has been played."""
        ruleset, pending = self._game.ruleset, self._seen.numbers
        throws, left = ruleset.throws, list(pending)
        thrown = []
        for cast in map(throws.read, self._table.lying):
            number = throws.number(cast)
            played = ruleset.casts is Casts.EACH and bool(pending) and number not in left
            if number in left:
                left.remove(number)
            thrown.append(casts.Thrown(throws, cast, played))
        return tuple(thrown)

    def _side(self, side: int) -> tuple[Text, ...]:
        """Everybody of a side."""
        seats = (seat for seat in range(self._game.seats) if self._game.side(seat) == side)
        return tuple(as_text(named(self._table, seat)) for seat in seats)


def _events(game: RoadGame, table: Table) -> Iterator[Event]:
    position = game.read_position(table.before) if table.before else game.start()
    moving, lie = False, list[int]()
    for entry in table.story:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = throw.read(entry)
                position = game.cast(position, objects)
                lie.append(throw.number(objects))
                moving = False
                if opening:
                    yield Opened(seat, lie.pop())
                elif not isinstance(game.phase(position), Throw):
                    yield Thrown(seat, _in_order(game.unpack(position).numbers, lie))
                    lie = []
            case Choose():
                move = game.read_move(position, entry)
                yield game.deed(position, move)
                position = game.play(position, move)
                moving = True
            case Pass(seat, numbers):
                yield Passed(seat, numbers, rest=moving)
                position = game.skip(position)
            case Over():
                return


def tell(game: RoadGame, table: Table, happened: Sequence[Event]) -> tuple[Text, ...]:
    """Say what happened; of many things only the last are told one by one.

    Before them stands how often who passed or moved.
    """
    opening = _opening(table, [event for event in happened if isinstance(event, Opened)])
    told = [
        (event, line)
        for event, after in zip_longest(happened, happened[1:])
        if (line := _line(game, table, event, after))
    ]
    if len(told) <= MOST_TOLD:
        return (*opening, *(line for _, line in told))
    earlier = Counter(
        (event.seat, isinstance(event, Passed))
        for event, _ in told[:-TOLD_WHOLE]
        if isinstance(event, Passed | Deed)
    )
    return (
        *opening,
        *(
            Text("told.passes", name=named(table, seat), count=count)
            if passed
            else Text("told.moves", name=named(table, seat), count=count)
            for (seat, passed), count in earlier.items()
        ),
        *(line for _, line in told[-TOLD_WHOLE:]),
    )


def _in_order(numbers: Sequence[int], lie: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers to play in the order in which the casts lie that gave them."""
    return tuple(sorted(numbers, key=lambda number: lie.index(number) if number in lie else 0))


def _line(game: RoadGame, table: Table, event: Event, after: Event | None) -> Text | None:
    """Say what happened, if it is told by itself; `after` is what happened next."""
    match event:
        case Passed(seat, numbers, rest):
            if not (rest or any(numbers)):
                return Text("told.nought", name=named(table, seat), number=_listed(numbers))
            key = "told.pass-rest" if rest else "told.pass"
            return Text(key, name=named(table, seat), number=_listed(numbers))
        case Thrown(seat, numbers):
            # The casts of whoever is to move are told with that, those of a person were on a board
            # of their own, and who passes is told with the pass.
            if isinstance(table.seats[seat], Computer) and isinstance(after, Deed):
                return Text("told.cast", name=named(table, seat), number=_listed(numbers))
        case Deed():
            return sentence(game, table, event)
    return None


def _listed(numbers: Sequence[int]) -> tuple[Text, ...]:
    return tuple(Text("told.number", number=number) for number in numbers)


def _opening(table: Table, casts: Sequence[Opened]) -> Iterator[Text]:
    """Tell the opening, a sentence for each pair of casts."""
    for first, second in zip(casts[::2], casts[1::2], strict=True):
        name, other = named(table, first.seat), named(table, second.seat)
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


def _trace(happened: Sequence[Event]) -> views.Trace | None:
    """The last move of the last step, if it had one; both of a turn that plays two numbers."""
    found = None
    for before, event in pairwise((None, *happened)):
        if isinstance(event, Deed):
            found = joined(before, event) if isinstance(before, Deed) else trace(event)
    return found
