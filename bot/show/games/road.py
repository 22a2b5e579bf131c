"""How the road games tell what happened, label their moves and look in a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.show.page import Button, Style
from bot.table import intents
from bot.table.listing import as_text, computer_name, named
from bot.table.table import Computer, Status, Table
from engine import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.moves import Deed, Move
from engine.road.position import Position
from renderer import view as views
from renderer.text import Say, Text


@dataclass(frozen=True, slots=True)
class Thrown:
    """A cast as it happened: who, and which number it gave."""

    seat: int
    number: int
    opening: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn in which nothing could be played."""

    seat: int
    number: int


Event: TypeAlias = Thrown | Passed | Deed


def events(game: RoadGame, table: Table) -> Iterator[Event]:
    """Play the table's last step again."""
    position = game.read_position(table.before) if table.before else game.start()
    for entry in table.story:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = throw.read(entry)
                yield Thrown(seat, throw.number(objects), opening)
                position = game.cast(position, objects)
            case Choose():
                move = game.read_move(position, entry)
                yield game.deed(position, move)
                position = game.play(position, move)
            case Pass(seat, numbers):
                yield Passed(seat, numbers[0])
                position = game.skip(position)
            case Over():
                return


def tell(game: RoadGame, table: Table) -> tuple[Text, ...]:
    """Say what the last step did, a sentence for each thing that happened."""
    happened = tuple(events(game, table))
    opening = [event for event in happened if isinstance(event, Thrown) and event.opening]
    lines = list(_opening(table, opening))
    for event in happened:
        match event:
            case Passed(seat, number):
                lines.append(Text("told.pass", name=named(table, seat), number=number))
            case Deed(seat=seat, number=number):
                if isinstance(table.seats[seat], Computer):  # its cast was on no board of its own
                    lines.append(Text("told.cast", name=named(table, seat), number=number))
                lines.append(_deed(game, table, event))
            case Thrown():
                pass  # an opening is told above, the next player's cast by the board itself
    return tuple(lines)


def _opening(table: Table, casts: Sequence[Thrown]) -> Iterator[Text]:
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


def _deed(game: RoadGame, table: Table, deed: Deed) -> Text:
    """Say what a move did."""
    name = named(table, deed.seat)
    if deed.end is None:
        killed, freed = sum(deed.killed), sum(deed.freed)
        return Text(
            f"told.home{'-killed' * bool(killed)}{'-freed' * bool(freed)}",
            name=name,
            start=deed.start or "",
            killed=Text("count.killed", count=killed),
            freed=Text("count.freed", count=freed),
        )
    captives = sum(deed.captured)
    key = "told.enter" if deed.start is None else "told.move"
    if not captives:
        return Text(key, name=name, start=deed.start or "", end=deed.end)
    losers = tuple(
        Text(
            "told.own" if game.side(seat) == game.side(deed.seat) else "told.losses",
            name=named(table, seat),
            count=count,
        )
        for seat, count in enumerate(deed.captured)
        if count
    )
    return Text(f"{key}-capture", name=name, start=deed.start or "", end=deed.end, losses=losers)


def buttons(game: RoadGame, table: Table, position: Position) -> tuple[Button, ...]:
    """Return a button for every legal move, in road order."""
    phase = game.phase(position)
    if not isinstance(phase, Choose):
        return ()
    pairs = [(game.deed(position, move), move) for move in phase.moves]
    pairs.sort(key=lambda pair: pair[0].start or game.ruleset.home(pair[0].seat))
    return tuple(_button(game, table, deed, move) for deed, move in pairs)


def _button(game: RoadGame, table: Table, deed: Deed, move: Move) -> Button:
    intent = intents.Move(table.id, table.revision, game.write_move(move))
    captives = sum(deed.captured)
    if deed.end is None:
        killed, freed = sum(deed.killed), sum(deed.freed)
        text = Text(
            f"move.home{'-killed' * bool(killed)}{'-freed' * bool(freed)}",
            start=deed.start or "",
            killed=Text("count.killed", count=killed),
            freed=Text("count.freed", count=freed),
        )
        return Button(text, intent, Style.GOOD if killed or freed else Style.PLAIN)
    key = "move.enter" if deed.start is None else "move.step"
    text = Text(key, start=deed.start or "", end=deed.end)
    if not captives:
        return Button(text, intent)
    capture = Text("move.capture", move=text, count=captives)
    return Button(capture, intent, Style.CAPTURE)


def view(game: RoadGame, table: Table, position: Position, say: Say) -> views.RoadView:
    """Return the board as it is to be drawn and described; `say` names the computer."""
    seen = game.view(position)
    phase = game.phase(position)
    over = table.status is Status.OVER
    moves = phase.moves if isinstance(phase, Choose) and not over else ()
    throw = game.ruleset.throws
    turn = None if over else seen.turn
    return views.RoadView(
        road=game.ruleset.road,
        seats=tuple(
            views.SeatView(
                say(computer_name(holder)) if isinstance(holder, Computer) else holder.name,
                game.side(seat),
            )
            for seat, holder in enumerate(table.seats)
        ),
        stacks=tuple(views.StackView(*stack) for stack in seen.stacks),
        base=seen.base,
        killed=seen.killed,
        away=seen.away,
        turn=turn,
        winner=_winner(table) if over else None,
        thrown=tuple(views.Thrown(throw, throw.read(cast)) for cast in table.lying),
        last=_trace(game, table),
        landings=tuple(sorted({move.end for move in moves if move.end is not None})),
        title=Text(f"ruleset.{game.ruleset.key}.title"),
        status=result(game, table) if over else Text("status.turn", name=named(table, turn)),
        note=Text(
            "status.note",
            road=game.ruleset.road,
            warriors=game.ruleset.warriors,
            moves=table.moves,
        ),
    )


def result(game: RoadGame, table: Table) -> Text:
    """Say how a table ended."""
    by = named(table, table.ended_by)
    winners = tuple(
        as_text(named(table, seat))
        for seat in range(len(table.seats))
        if table.winner is not None and game.side(seat) == table.winner
    )
    return Text(f"ended.{table.ending}", name=winners or Text("name.nobody"), by=by)


def _winner(table: Table) -> int:
    return views.DRAW if table.winner is None else table.winner


def _trace(game: RoadGame, table: Table) -> views.Trace | None:
    """The last move of the last step, if it had one."""
    deeds = [event for event in events(game, table) if isinstance(event, Deed)]
    if not deeds:
        return None
    deed = deeds[-1]
    home = game.ruleset.home(deed.seat)
    far = game.ruleset.home(0) + game.ruleset.road + 1 - home
    return views.Trace(
        seat=deed.seat,
        start=home if deed.start is None else deed.start,
        end=far if deed.end is None else deed.end,
        captured=sum(deed.captured),
    )
