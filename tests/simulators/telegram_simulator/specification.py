"""Validates requests and updates against the facts in `tests/specs/telegram.json`."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "specs" / "telegram.json"
FACTS: dict[str, Any] = json.loads(SOURCE.read_text())
ARRAY = "Array of "
ATTACHED = "attach://"
PLAIN: dict[str, tuple[type, ...]] = {
    "String": (str,),
    "Integer": (int,),
    "Float": (float, int),
    "Boolean": (bool,),
    "True": (bool,),
}

Json = dict[str, Any]


def _read(kinds: list[str], text: str) -> object:
    """Parse a form parameter: everything but text is JSON."""
    if kinds == ["String"] or (kinds != ["Integer", "String"] and "String" in kinds):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def read(method: str, given: Mapping[str, object], files: Collection[str] = ()) -> Json:
    """Return the parameters with their proper types; a form part that is a file is named."""
    known = FACTS["methods"].get(method, {})
    found = {
        name: _read(known[name]["types"], value)
        if name in known and isinstance(value, str)
        else value
        for name, value in given.items()
    }
    return found | {name: ATTACHED + name for name in files if name in known}


def _length(facts: Json, value: object) -> int | None:
    if facts.get("parsed") or isinstance(value, bool):
        return None
    if isinstance(value, str):
        return len(value.encode()) if facts.get("bytes") else len(value)
    if isinstance(value, list):
        return len(value)
    return value if isinstance(value, int) else None


def _out_of_limits(facts: Json, value: object, where: str) -> Iterator[str]:
    length = _length(facts, value)
    least, most = facts.get("min", 0), facts.get("max")
    if most is not None and length is not None and not least <= length <= most:
        yield f"{where}: {least} to {most} are allowed, not {length}: {value!r:.80}"
    if "is" in facts and value not in facts["is"]:
        yield f"{where}: {value!r:.40} isn't one of {facts['is']}"
    if "characters" in facts and not re.fullmatch(f"[{facts['characters']}]*", str(value)):
        yield f"{where}: {value!r:.40} has characters other than {facts['characters']}"


def _wrong_value(kind: str, value: object, where: str, files: Collection[str]) -> list[str]:
    """Return the errors in a value of one type."""
    if kind in PLAIN:
        right = isinstance(value, PLAIN[kind]) and (
            isinstance(value, bool) == (kind in ("Boolean", "True"))
        )
        if not right:
            return [f"{where}: {value!r:.40} is no {kind}"]
        missing = isinstance(value, str) and value.startswith(ATTACHED)
        if missing and str(value).removeprefix(ATTACHED) not in files:
            return [f"{where}: no file comes with {value}"]
        return []
    if kind.startswith(ARRAY):
        if not isinstance(value, list):
            return [f"{where}: {value!r:.40} is no array"]
        inner = kind.removeprefix(ARRAY)
        return [
            line
            for number, one in enumerate(value)
            for line in _wrong_value(inner, one, f"{where}.{number}", files)
        ]
    if kind == "InputFile":
        attached = isinstance(value, str) and value.removeprefix(ATTACHED) in files
        return [] if attached else [f"{where}: {value!r:.40} is no file"]
    if kind in FACTS["unions"]:
        kinds = FACTS["unions"][kind]
        meant = [one for one in kinds if _is_meant(FACTS["types"][one], value)]
        return _wrong_in_all(meant or kinds, value, where, files)
    if not isinstance(value, dict):
        return [f"{where}: {value!r:.40} is no {kind}"]
    return list(_wrong_fields(FACTS["types"][kind], value, where, files))


def _is_meant(known: Json, value: object) -> bool:
    """Tell whether a value claims to be of this type, for example with "type": "photo"."""
    named = {name: facts["is"] for name, facts in known.items() if "is" in facts}
    return isinstance(value, dict) and all(value.get(name) in one for name, one in named.items())


def _wrong_in_all(kinds: list[str], value: object, where: str, files: Collection[str]) -> list[str]:
    """Return the errors in a value of several possible types, for the type that fits best."""
    least: list[str] | None = None
    for kind in kinds:
        wrong = _wrong_value(kind, value, where, files)
        if least is None or len(wrong) < len(least):
            least = wrong
        if not wrong:
            break
    return least or []


def _wrong_fields(known: Json, given: Json, where: str, files: Collection[str]) -> Iterator[str]:
    prefix = f"{where}." if where else ""
    for name, facts in known.items():
        if facts.get("required") and name not in given:
            yield f"{prefix}{name}: required"
    for name, value in given.items():
        if name not in known:
            yield f"{prefix}{name}: unknown"
            continue
        wrong = _wrong_in_all(known[name]["types"], value, prefix + name, files)
        yield from wrong or _out_of_limits(known[name], value, prefix + name)


def validate(method: str, params: Mapping[str, object], files: Collection[str] = ()) -> list[str]:
    """Return a request's errors; empty if the specification allows it.

    `params` are as returned by `read`, or as in a form; `files` are the names of the uploads.
    """
    if method not in FACTS["methods"]:
        return [f"{method}: no such method in the reduced specification"]
    typed = read(method, params, files)
    wrong = _wrong_fields(FACTS["methods"][method], typed, "", files)
    return [f"{method}: {line}" for line in wrong]


def wrong_object(kind: str, value: object) -> list[str]:
    """Return the errors in an object that Telegram sends, such as an "Update"."""
    return _wrong_value(kind, value, kind, ())
