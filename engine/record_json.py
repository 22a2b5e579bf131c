"""Records as JSON. docs/records.md describes the fields; unknown ones are left out."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from engine.corn import Binding, Recipe
from engine.game import Corrupt, Places
from engine.games import open_game
from engine.record import Open, Record, replay, throwers
from engine.tags import Successor, Tags, read_recipe, read_seed

VERSION: Final = 2


def record_data(record: Record, open_: Open = open_game) -> dict[str, object]:
    """Return a record as JSON data, with the throwers as `Record.write` has them.

    `open_` opens the game. Raises Corrupt if an entry cannot be played.
    """
    data = head_data(record)
    if record.tags.binding is not None:
        seats = throwers(replay(open_(record.header), record.entries))
        data |= {"throwers": list(seats)} if seats else {}
    return data | {"entries": list(record.entries)}


def head_data(record: Record) -> dict[str, object]:
    """Return the header and tags of a record as JSON data."""
    return {"record": VERSION, "game": record.header, **dict(_tags_data(record.tags))}


def read_record_data(data: object, open_: Open = open_game) -> Record:
    """Return the record in `data`, as `record_data` returns it; raise Corrupt if it is invalid.

    Unknown fields are ignored. The entries are not checked; `replay` does that. `open_` opens the
    game.
    """
    if not isinstance(data, dict) or data.get("record") != VERSION:
        raise Corrupt(f"a record must be an object with the field record: {VERSION}")
    header = _text(data, "game")
    tags = _read_tags(data).check(open_(header).seats)
    return Record(header, _texts(data, "entries"), tags)


def _tags_data(tags: Tags) -> Iterator[tuple[str, object]]:
    if tags.date:
        yield "date", tags.date
    if tags.players:
        yield "players", list(tags.players)
    if tags.successors:
        yield "successors", [asdict(successor) for successor in tags.successors]
    if tags.places:
        yield "result", [list(group) for group in tags.places]
    if tags.ending:
        yield "ending", tags.ending
    if tags.ended_by is not None:
        yield "ended_by", tags.ended_by
    if (bound := tags.binding) is not None:
        yield "recipe", str(bound.recipe)
        yield "table", bound.table
        yield "commitment", bound.commitment
        if bound.seed is not None:
            yield "seed", bound.seed.hex()
        yield "words", list(bound.words)
    if tags.link:
        yield "link", tags.link


def _read_tags(data: Mapping[str, Any]) -> Tags:
    return Tags(
        date=_text(data, "date", ""),
        players=_texts(data, "players", ()),
        successors=_read_successors(data.get("successors", [])),
        places=_read_places(data.get("result", [])),
        ending=_text(data, "ending", ""),
        ended_by=_seat(data["ended_by"]) if "ended_by" in data else None,
        binding=_read_binding(data),
        link=_text(data, "link", ""),
    )


def _read_binding(data: Mapping[str, Any]) -> Binding | None:
    if not {"recipe", "table", "commitment", "seed", "words"} & data.keys():
        return None
    return Binding(
        table=_text(data, "table"),
        commitment=_text(data, "commitment"),
        words=_texts(data, "words"),
        seed=read_seed(_text(data, "seed")) if "seed" in data else None,
        recipe=read_recipe(_text(data, "recipe", Recipe.CORN_1)),
    )


def _read_successors(data: object) -> tuple[Successor, ...]:
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise Corrupt("successors must be a list of objects")
    return tuple(
        Successor(
            seat=_seat(each.get("seat")),
            moves=_number(each, "moves"),
            at=_text(each, "at"),
            player=_text(each, "player"),
        )
        for each in data
    )


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Corrupt(f"{name} must be a whole number")
    return value


def _read_places(data: object) -> Places:
    if not isinstance(data, list) or not all(isinstance(group, list) for group in data):
        raise Corrupt("result must be a list of groups of seats")
    return tuple(tuple(_seat(seat) for seat in group) for group in data)


def _seat(data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Corrupt(f"{data!r} is not a seat; seats are numbered from 0")
    return data


def _text(data: Mapping[str, Any], name: str, otherwise: str | None = None) -> str:
    """Return a text field; it is required unless `otherwise` is given."""
    value = data.get(name, otherwise)
    if not isinstance(value, str):
        raise Corrupt(f"{name} must be a string")
    return value


def _texts(
    data: Mapping[str, Any], name: str, otherwise: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """Return a field that is a list of texts; it is required unless `otherwise` is given."""
    value = data.get(name, otherwise)
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise Corrupt(f"{name} must be a list of strings")
    return tuple(value)
