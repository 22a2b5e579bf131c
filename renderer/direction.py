"""The order in which the parts of a text are drawn: the Unicode bidirectional algorithm.

Latin text in a Hebrew name, a number in an Arabic one, and an Arabic name in an English sentence
each run in their own direction. The package python-bidi decides which. What it tells of single
characters knows neither isolates nor pairs of brackets (rule N0), so both are here: what an isolate
encloses is ordered by itself, and stands for one symbol in the text around it.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bidi import algorithm
from bidi.mirror import MIRRORED

ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
POP: Final = "\N{POP DIRECTIONAL ISOLATE}"

CONTROLS: Final = frozenset({ISOLATE, POP})
"""Characters that only direct others, and aren't drawn."""

_SYMBOL: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
_STRONG: Final = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
"""The direction of each class of characters, as far as brackets are concerned."""

_DEEPEST: Final = 60
"""How deep isolates are followed; nobody nests them deeper."""


class Directed(NamedTuple):
    """A character with its embedding level: if it is odd, it runs leftwards.

    The ends of an isolate are no characters, but have levels, so that it stays in one piece.
    """

    character: str
    level: int


def directed(text: str) -> tuple[Directed, ...]:
    """Return the characters of a line, in the order in which they are read, without controls."""
    return tuple(
        Directed("", each.level) if each.character in CONTROLS else each
        for each in _directed(text, 0)
    )


def in_order(levels: Sequence[int]) -> list[int]:
    """Return the indices of parts with these levels from left to right."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def mirrored(character: str) -> str:
    """Return what a character looks like in text that runs leftwards: `)` for `(`."""
    return str(MIRRORED.get(character, character))


def _directed(text: str, outer: int) -> Iterator[Directed]:
    """Yield the characters of a text, or of an isolate in text of the level `outer`."""
    parts = list(_parts(text))
    line = "".join(part if len(part) == 1 else _SYMBOL for part in parts)
    base = int(algorithm.get_base_level(line.replace(_SYMBOL, "")))
    least = outer if outer % 2 == base else outer + 1
    for part, level in zip(parts, _levels(line, base), strict=True):
        here = level - base + least
        yield Directed(part[0], here)
        if len(part) > 1:
            if here < _DEEPEST:
                yield from _directed(part[1:-1], here + 1)
            yield Directed(part[-1], here)


def _parts(text: str) -> Iterator[str]:
    """Yield the characters of a text and, in one part each, its isolates with their controls."""
    at = 0
    while at < len(text):
        end = at + 1
        if text[at] == ISOLATE:
            depth = 1
            while depth and end < len(text):
                depth += (text[end] == ISOLATE) - (text[end] == POP)
                end += 1
            yield text[at:end] if not depth else text[at:end] + POP
        elif text[at] != POP:
            yield text[at]
        at = end


def _levels(line: str, base: int) -> list[int]:
    """Return the levels of the characters of a line without isolates."""
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(line, storage)
    for at, each in enumerate(storage["chars"]):
        each["at"] = at
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    _pair_brackets(storage["chars"], "LR"[base])
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    known = {int(each["at"]): int(each["level"]) for each in storage["chars"]}
    levels, level = list[int](), base
    for at in range(len(line)):  # joiners, which the algorithm removes, follow what they join
        level = known.get(at, level)
        levels.append(level)
    return levels


def _pair_brackets(chars: Sequence[dict[str, Any]], way: str) -> None:
    """Let both brackets of a pair run in the same direction, in a line that runs the `way`."""
    strong = [_STRONG.get(each["type"], "") for each in chars]
    for first, last in _pairs(chars):
        inside = set(strong[first + 1 : last]) - {""}
        if not inside:
            continue
        before = next((each for each in reversed(strong[:first]) if each), way)
        found = way if way in inside else before
        for at in (first, last):
            chars[at]["type"] = strong[at] = found


def _pairs(chars: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return where the brackets of each pair are, in the order of the first ones."""
    pairs, opened = list[tuple[int, int]](), list[tuple[str, int]]()
    for at, each in enumerate(chars):
        if each["type"] != "ON" or (partner := mirrored(each["ch"])) == each["ch"]:
            continue
        kind = unicodedata.category(each["ch"])
        if kind == "Ps":
            opened.append((partner, at))
        elif kind == "Pe":
            deep = next((n for n, (c, _) in enumerate(reversed(opened), 1) if c == each["ch"]), 0)
            if deep:
                pairs.append((opened[-deep][1], at))
                del opened[-deep:]
    return sorted(pairs)
