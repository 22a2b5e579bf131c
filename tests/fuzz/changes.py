"""Random values, and changes to valid ones: most changed inputs get past the first check."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from tests.fuzz.chance import AWKWARD, Chance

Json: TypeAlias = Any

_PLAIN: Final = (None, False, True, 0, 1, -1, 1.5, 1e308, "", "0", [], {})


def value(chance: Chance, depth: int = 3) -> Json:
    """Return any JSON."""
    kind = chance.below(8 if depth else 6)
    if kind < 3:
        return chance.choice(_PLAIN)
    if kind == 3:
        return chance.number()
    if kind < 6:
        return chance.text(12)
    inner = chance.some(lambda _: value(chance, depth - 1), 4)
    return inner if kind == 6 else {chance.text(6): each for each in inner}


def edited(chance: Chance, text: str, letters: str = AWKWARD, most: int = 3) -> str:
    """Return a text in which up to `most` parts are replaced, removed or repeated."""
    for _ in range(chance.below(most + 1)):
        at = chance.below(len(text) + 1)
        end = min(len(text), at + chance.below(8))
        new = text[at:end] * 2 if chance.one_in(4) else chance.text(5, letters)
        text = text[:at] + new + text[end:]
    return text


def shuffled(chance: Chance, text: str, words: Callable[[Chance], str], most: int = 2) -> str:
    """Return a text in which up to `most` words are replaced, removed, repeated or swapped."""
    parts = text.split(" ")
    for _ in range(chance.below(most + 1)):
        at, other = chance.below(len(parts)), chance.below(len(parts))
        how = chance.below(4)
        if how == 0:
            parts[at] = words(chance)
        elif how == 1:
            parts.insert(at, parts[other])
        elif how == 2:
            parts[at], parts[other] = parts[other], parts[at]
        elif len(parts) > 1:
            del parts[at]
    return " ".join(parts)


def renamed(given: Json, names: Mapping[str, str]) -> Json:
    """Return a value in whose texts some names are replaced."""
    match given:
        case str():
            for name, known in names.items():
                given = given.replace(name, known)
            return given
        case dict():
            return {key: renamed(each, names) for key, each in given.items()}
        case list():
            return [renamed(each, names) for each in given]
        case _:
            return given


def altered(
    chance: Chance,
    valid: Json,
    most: int = 3,
    *,
    new: Callable[[Chance, Json], Json] | None = None,
    may_drop: bool = True,
) -> Json:
    """Return a value in which up to `most` parts are replaced, removed or repeated.

    `new` returns the replacement of a part.
    """
    changed = json.loads(json.dumps(valid))
    for _ in range(chance.below(most + 1)):
        inside = changed
        while isinstance(inside, dict | list) and inside:
            keys = [*inside] if isinstance(inside, dict) else [*range(len(inside))]
            key = chance.choice(keys)
            nested = isinstance(inside[key], dict | list) and inside[key]
            if nested and not chance.one_in(6):
                inside = inside[key]
                continue
            how = chance.below(4) if may_drop else 0
            if how == 3:
                del inside[key]
            elif how == 2 and isinstance(inside, list):
                inside.append(inside[key])
            else:
                inside[key] = (new or _new)(chance, inside[key])
            break
    return changed


def similar(chance: Chance, old: Json) -> Json:
    """Return another value of the same type."""
    match old:
        case bool():
            return not old
        case int():
            return chance.number()
        case str():
            return edited(chance, old, most=2)
        case _:
            return old


def _new(chance: Chance, old: Json) -> Json:
    """Return what a part is replaced by: another one of its type, or anything."""
    return similar(chance, old) if chance.one_in(2) else value(chance)
