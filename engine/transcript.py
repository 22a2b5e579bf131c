"""Transcripts of records, entry by entry: as lines for people and as data for programs."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from engine.game import Choose, Over, Pass, Throw
from engine.games import AnyGame
from engine.record import Played, Record, Replayed, Undone, replay
from engine.record_json import head_data
from engine.tags import SEATS, quoted, write_places

_ENTRY_WIDTH: Final = 34
"""The characters between the longest name and the column of positions."""

PositionData: TypeAlias = Callable[[Any], object]
"""Converts a position to JSON data."""


def transcript(game: AnyGame, record: Record) -> Iterator[str]:
    """Yield a record as lines for people: who played what, and the position after it.

    Raises Corrupt at the first entry that cannot be played, after the lines before it.
    """
    tags = record.tags
    yield record.header
    if tags.date:
        yield f"Posted on {tags.date}"
    for seat, player in zip(SEATS, tags.players, strict=False):
        yield f"{seat}  {printable(player)}"
    for each in tags.successors:
        player = printable(each.player)
        yield f"{SEATS[each.seat]}  {player}, after move {each.moves} ({each.at})"
    yield ""
    names = [*map(printable, tags.players)] or [f"Seat {seat}" for seat in SEATS[: game.seats]]
    successors = [*tags.successors]
    everyone = [*names, *(printable(each.player) for each in successors)]
    width = max(map(len, everyone), default=0) + _ENTRY_WIDTH
    position, moves = game.start(), 0
    for index, step in enumerate(replay(game, record.entries)):
        while successors and successors[0].moves <= moves:
            successor = successors.pop(0)
            names[successor.seat] = printable(successor.player)
        moves += -1 if isinstance(step, Undone) else isinstance(step.phase, Choose)
        position = step.after
        line = _line(names, step)
        yield f"{index:>4}  {line:<{width}}  {game.write_position(position)}"
    for each in successors:
        names[each.seat] = printable(each.player)
    over = game.phase(position)
    places = tags.places or (over.places if isinstance(over, Over) else ())
    if tags.ending or places:
        by = "" if tags.ended_by is None else f" by {names[tags.ended_by]}"
        ended = f"{tags.ending or 'over'}{by}" + (f": {write_places(places)}" if places else "")
        yield from ("", f"Result  {ended}")


def steps(game: AnyGame, record: Record, position_data: PositionData) -> Iterator[dict[str, Any]]:
    """Yield a record as data: its tags, then every entry with the position after it.

    Raises Corrupt at the first entry that cannot be played, after the data before it.
    """
    start = game.start()
    yield head_data(record) | {"text": game.write_position(start), "position": position_data(start)}
    for index, step in enumerate(replay(game, record.entries)):
        line = {"index": index, "entry": step.entry, **_data(game, step)}
        yield line | _reached(game, position_data, step.after)


def _reached(game: AnyGame, position_data: PositionData, position: Any) -> dict[str, Any]:
    over = game.phase(position)
    return {
        "text": game.write_position(position),
        "position": position_data(position),
        "result": [list(group) for group in over.places] if isinstance(over, Over) else None,
    }


def _data(game: AnyGame, step: Replayed[Any, Any]) -> dict[str, Any]:
    if isinstance(step, Undone):
        return {"kind": "undo", "seat": _seat(step.move), "takes_back": step.at}
    match step.phase:
        case Throw(seat, table, opening):
            numbers = list(table.values(table.read(step.entry)))
            return {"kind": "throw", "seat": seat, "opening": opening, "numbers": numbers}
        case Choose(seat, moves):
            return {"kind": "move", "seat": seat, "moves": [*map(game.write_move, moves)]}
        case Pass(seat, numbers):
            return {"kind": "pass", "seat": seat, "numbers": list(numbers)}
        case Over():
            raise AssertionError("no entry can be played after the end")


def _line(names: Sequence[str], step: Replayed[Any, Any]) -> str:
    if isinstance(step, Undone):
        return f"{names[_seat(step.move)]}'s {step.move.entry} is taken back"
    return f"{names[_seat(step)]} {_action(step)}"


def _action(step: Played[Any, Any]) -> str:
    match step.phase:
        case Throw(_, table, opening):
            numbers = ", ".join(map(str, table.values(table.read(step.entry))))
            return f"throws {step.entry} ({numbers})" + (" for the opening" if opening else "")
        case Pass(_, numbers):
            return f"passes ({', '.join(map(str, numbers))})"
        case _:
            return f"plays {step.entry}"


def _seat(step: Played[Any, Any]) -> int:
    assert not isinstance(step.phase, Over)  # noqa: S101 - `replay` stops at the end
    return step.phase.seat


def printable(player: str) -> str:
    """Return a name that is safe to print; the record may come from an untrusted source."""
    return quoted(player)[1:-1].replace('\\"', '"')
