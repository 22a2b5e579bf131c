"""Records told entry by entry: as lines for people, and as data for other programs."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from engine.game import Choose, Over, Pass, Phase, Throw
from engine.games import AnyGame
from engine.record import Played, Record, replay
from engine.record_json import record_data
from engine.tags import SEATS, quoted, write_places

_ROOM: Final = 34
"""How many characters there are beside a name before the positions, which stand in a column."""

PositionData: TypeAlias = Callable[[Any], object]
"""Returns a position as JSON has it."""


def transcript(game: AnyGame, record: Record) -> Iterator[str]:
    """Yield a record as lines for people: what was played, by whom, and where it led.

    Corrupt, after the lines before it, names an entry that cannot be played.
    """
    tags = record.tags
    yield record.header
    if tags.date:
        yield f"Posted on {tags.date}"
    for seat, player in zip(SEATS, tags.players, strict=False):
        yield f"{seat}  {_shown(player)}"
    yield ""
    names = [*map(_shown, tags.players)] or [f"Seat {seat}" for seat in SEATS[: game.seats]]
    room = max(map(len, names), default=0) + _ROOM
    position = game.start()
    for index, step in enumerate(replay(game, record.entries)):
        position = step.after
        told = f"{names[_seat(step)]} {_told(step)}"
        yield f"{index:>4}  {told:<{room}}  {game.write_position(position)}"
    over = game.phase(position)
    places = tags.places or (over.places if isinstance(over, Over) else ())
    if tags.ending or places:
        by = "" if tags.ended_by is None else f" by {names[tags.ended_by]}"
        ended = f"{tags.ending or 'over'}{by}" + (f": {write_places(places)}" if places else "")
        yield from ("", f"Result  {ended}")


def steps(game: AnyGame, record: Record, position_data: PositionData) -> Iterator[dict[str, Any]]:
    """Yield a record as data: its tags, then every entry with the position that it leads to.

    Corrupt, after what is before it, names an entry that cannot be played.
    """
    head = record_data(record)
    del head["entries"]
    start = game.start()
    yield head | {"text": game.write_position(start), "position": position_data(start)}
    for index, step in enumerate(replay(game, record.entries)):
        told = {"index": index, "entry": step.entry, **_data(game, step.phase, step.entry)}
        yield told | _reached(game, position_data, step.after)


def _reached(game: AnyGame, position_data: PositionData, position: Any) -> dict[str, Any]:
    over = game.phase(position)
    return {
        "text": game.write_position(position),
        "position": position_data(position),
        "result": [list(group) for group in over.places] if isinstance(over, Over) else None,
    }


def _data(game: AnyGame, phase: Phase[Any], entry: str) -> dict[str, Any]:
    match phase:
        case Throw(seat, table, opening):
            numbers = list(table.values(table.read(entry)))
            return {"kind": "throw", "seat": seat, "opening": opening, "numbers": numbers}
        case Choose(seat, moves):
            return {"kind": "move", "seat": seat, "moves": [*map(game.write_move, moves)]}
        case Pass(seat, numbers):
            return {"kind": "pass", "seat": seat, "numbers": list(numbers)}
        case Over():
            raise AssertionError("nothing is played once a game is over")


def _told(step: Played[Any, Any]) -> str:
    match step.phase:
        case Throw(_, table, opening):
            numbers = ", ".join(map(str, table.values(table.read(step.entry))))
            return f"throws {step.entry} ({numbers})" + (" for the opening" if opening else "")
        case Pass(_, numbers):
            return f"passes ({', '.join(map(str, numbers))})"
        case _:
            return f"plays {step.entry}"


def _seat(step: Played[Any, Any]) -> int:
    assert not isinstance(step.phase, Over)  # noqa: S101 - `replay` plays nothing after the end
    return step.phase.seat


def _shown(player: str) -> str:
    """Return a name as it can be printed: a record may come from anywhere."""
    return quoted(player)[1:-1].replace('\\"', '"')
