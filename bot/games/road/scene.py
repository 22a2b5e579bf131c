"""How the road games tell what happened, label their moves and look in a picture."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Final, TypeAlias

from bot.games.road.deeds import Offer, joined, labels, sentence, trace
from bot.table import intents
from bot.table.button import Button, Style
from bot.table.games import position_in
from bot.table.naming import as_text, name_of, named
from bot.table.table import Computer, Ending, Status, Table
from engine import Choose, Over, Pass, Phase, Throw
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from engine.road.ruleset import AfterCapture, Casts
from engine.text import Say, Text
from renderer import casts
from renderer.road import view as views

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


def events(game: RoadGame, table: Table) -> Iterator[Event]:
    """Play the table's last step again."""
    position = position_in(table.header, table.before) if table.before else game.start()
    moving = False
    for entry in table.story:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = throw.read(entry)
                position = game.cast(position, objects)
                moving = False
                if opening:
                    yield Opened(seat, throw.number(objects))
                elif not isinstance(game.phase(position), Throw):
                    yield Thrown(seat, game.view(position).numbers)
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
    """Say what happened in the last step, or in a part of it, a sentence for each thing.

    Of many things only the last are told one by one; before them, how often who passed or moved.
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


def _line(game: RoadGame, table: Table, event: Event, after: Event | None) -> Text | None:
    """Say what happened, if it is told by itself; `after` is what happened next."""
    match event:
        case Passed(seat, numbers, rest):
            if not (rest or any(numbers)):
                return Text("told.nought", name=named(table, seat), number=_listed(numbers))
            key = "told.pass-rest" if rest else "told.pass"
            return Text(key, name=named(table, seat), number=_listed(numbers))
        case Thrown(seat, numbers):
            # a person's casts were on a board of their own, and who passes is told with them
            if isinstance(table.seats[seat], Computer) and not isinstance(after, Passed):
                return Text("told.cast", name=named(table, seat), number=_listed(numbers))
        case Deed():
            return sentence(game, table, event)
    return None


def next_to_play(game: RoadGame, table: Table) -> Text:
    """Say who has which numbers to play, in the order in which the casts lie."""
    seen, throws = game.view(position_in(table.header, table.position)), game.ruleset.throws
    lie = [throws.number(throws.read(cast)) for cast in table.lying]
    numbers = sorted(seen.numbers, key=lambda number: lie.index(number) if number in lie else 0)
    return Text("told.turn", name=named(table, seen.turn), number=_listed(numbers))


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


def buttons(game: RoadGame, table: Table) -> tuple[Button, ...]:
    """Return a button for every legal move, in road order."""
    position = position_in(table.header, table.position)
    phase = game.phase(position)
    if not isinstance(phase, Choose):
        return ()
    offers = [Offer(game.deed(position, move), move) for move in phase.moves]
    offers.sort(key=lambda offer: offer.deed.start)
    mark = table.mark
    return tuple(
        Button(
            text,
            intents.Move(table.id, table.revision, game.write_move(move), mark),
            _style(deed),
        )
        for text, (deed, move) in zip(labels(game, table, offers), offers, strict=True)
    )


def _style(deed: Deed) -> Style:
    if any(deed.captured) or deed.away:
        return Style.CAPTURE
    if deed.arrival is Arrival.FIRE:
        return Style.BAD
    return Style.GOOD if any((*deed.killed, *deed.freed, *deed.liberated)) else Style.PLAIN


def view(game: RoadGame, table: Table, say: Say) -> views.RoadView:
    """Return the board as it is to be drawn and described; `say` names who has none."""
    position = position_in(table.header, table.position)
    seen = game.view(position)
    phase = game.phase(position)
    over = table.status is Status.OVER
    moves = phase.moves if isinstance(phase, Choose) and not over else ()
    turn = None if over else seen.turn
    return views.RoadView(
        road=game.ruleset.road,
        seats=tuple(
            views.SeatView(say(as_text(name_of(holder))), game.side(seat))
            for seat, holder in enumerate(table.seats)
        ),
        stacks=tuple(views.StackView(*stack) for stack in seen.stacks),
        base=seen.base,
        killed=seen.killed,
        away=seen.away,
        turn=turn,
        winner=_winner(table) if over else None,
        thrown=_thrown(game, table, seen.numbers),
        last=_trace(game, table),
        landings=tuple(sorted({move.end for move in moves})),
        title=Text(f"ruleset.{game.ruleset.key}.title"),
        status=_verdict(game, table) if over else _status(table, phase, seen.turn),
        note=Text(
            "status.note",
            road=game.ruleset.road,
            count=game.ruleset.warriors,
            moves=table.moves,
        ),
        summed=game.ruleset.casts is Casts.SUM,
        fire=game.ruleset.fire_space,
    )


def _status(table: Table, phase: Phase[Move], turn: int) -> Text:
    key = "status.pass" if isinstance(phase, Pass) else "status.turn"
    return Text(key, name=named(table, turn))


def _thrown(game: RoadGame, table: Table, pending: Sequence[int]) -> tuple[casts.Thrown, ...]:
    """The casts as they lie; of two numbers, one that is no longer pending has been played."""
    throws, left = game.ruleset.throws, list(pending)
    thrown = []
    for cast in map(throws.read, table.lying):
        number = throws.number(cast)
        played = game.ruleset.casts is Casts.EACH and bool(pending) and number not in left
        if number in left:
            left.remove(number)
        thrown.append(casts.Thrown(throws, cast, played))
    return tuple(thrown)


def result(game: RoadGame, table: Table) -> Text:
    """Say how a table ended, and where the game itself ended, why."""
    verdict = _verdict(game, table)
    if table.ending not in (Ending.WON, Ending.DRAWN):
        return verdict
    if game.ruleset.after_capture is not AfterCapture.LEAVE:
        return Text("why.free", name=_side(game, table, 1 - _winner(table)), ended=verdict)
    killed = game.view(position_in(table.header, table.position)).killed
    jade, red = (
        sum(count for seat, count in enumerate(killed) if game.side(seat) != side)
        for side in (0, 1)
    )
    return Text(
        "why.equal" if jade == red else "why.kills",
        name=_side(game, table, 0),
        kills=jade,
        other=_side(game, table, 1),
        others=red,
        ended=verdict,
    )


def _verdict(game: RoadGame, table: Table) -> Text:
    """Say in a few words how a table ended."""
    by = named(table, table.ended_by)
    winners = () if table.winner is None else _side(game, table, table.winner)
    return Text(f"ended.{table.ending}", name=winners or Text("name.nobody"), by=by)


def _side(game: RoadGame, table: Table, side: int) -> tuple[Text, ...]:
    """Everybody of a side."""
    seats = (seat for seat in range(len(table.seats)) if game.side(seat) == side)
    return tuple(as_text(named(table, seat)) for seat in seats)


def _winner(table: Table) -> int:
    return views.DRAW if table.winner is None else table.winner


def _trace(game: RoadGame, table: Table) -> views.Trace | None:
    """The last move of the last step, if it had one; both of a turn that plays two numbers."""
    found = None
    for before, event in pairwise((None, *events(game, table))):
        if isinstance(event, Deed):
            found = joined(before, event) if isinstance(before, Deed) else trace(event)
    return found
