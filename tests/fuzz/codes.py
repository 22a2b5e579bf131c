"""Codes of buttons, built from the intents' types, so that every intent has some."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from bot.acts.act import Act
from bot.acts.codec import BadCode, fits
from bot.acts.look.play import Play
from bot.acts.named import ACTS
from bot.acts.registry import decode
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor
from bot.table.settings import SETTINGS
from bot.table.terms import Terms
from tests.fuzz import words
from tests.fuzz.chance import Chance
from tests.fuzz.changes import edited

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789.+_*,-<>()A"


def carried(chance: Chance) -> str:
    """Return a code, usually one that a button carries."""
    kind = chance.below(16)
    if kind == 15:
        return chance.text(70)
    if kind == 14:
        return ".".join(["1" + chance.letter(LETTERS[:26]), *chance.some(_word, 4)])
    code = valid(chance)
    return edited(chance, code, LETTERS) if kind > 9 else code


def valid(chance: Chance) -> str:
    """Return a code that a button carries."""
    intent = built(chance, chance.choice(kinds()))
    return intent.code if fits(intent) else Play().code


@cache
def kinds() -> tuple[type[Act], ...]:
    """Return the kinds of intents that buttons carry."""
    return tuple(filter(_is_carried, ACTS.values()))


def _is_carried(kind: type[Act]) -> bool:
    random = Random(1)
    return any(fits(built(Chance(random.randbytes(96)), kind)) for _ in range(200))


def built(chance: Chance, kind: Any) -> Any:
    """Return a value of a type, such as an intent."""
    if is_dataclass(kind) and kind not in _MADE:
        hints = _hints(kind)
        return kind(**{field.name: _field(chance, field.name, hints) for field in fields(kind)})
    if kind in _MADE:
        return _MADE[kind](chance)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return None if NoneType in inner and chance.one_in(3) else built(chance, inner[0])
    if origin is tuple and inner[-1] is Ellipsis:
        return tuple(chance.some(lambda _: built(chance, inner[0]), 2))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return chance.choice([*kind])
    raise TypeError(f"no way to make a {kind}")


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _field(chance: Chance, name: str, hints: Mapping[str, Any]) -> Any:
    if name == "changes":
        return tuple(words.change(chance) for _ in range(1 + chance.one_in(4)))
    if hints[name] is str:
        return _text(chance, name)
    return built(chance, hints[name])


def _text(chance: Chance, name: str) -> str:
    """Return a text for a field, by its name."""
    return chance.choice(_TEXTS[name]) if name in _TEXTS else _word(chance)


def _word(chance: Chance) -> str:
    return chance.choice(("y", "0", "1", "12qzpa", "seat", "b+3", "join", "road_9", "bul", "-"))


_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "move": words.MOVES,
    "mark": ("", "qzpa", "zzzz"),
    "level": tuple(words.GAMES.levels),
    "ruleset": tuple(words.GAMES.rulesets),
    "word": ("", "maize"),
    "topic": ("", *(option.name for option in words.NAMED)),
    "sure_of": ("", *(str(person.user).replace(":", ",") for person in words.PEOPLE)),
    "name": tuple(SETTINGS),
    "value": tuple(dict.fromkeys(value for values in SETTINGS.values() for value in values)),
}
"""Texts of intents, by the name of their field."""


def _options(chance: Chance) -> Options:
    """Return a ruleset with some options and terms."""
    ruleset = chance.choice(words.GAMES.rulesets)
    chosen, terms = dict[str, str](), Terms()
    for _ in range(chance.below(4)):
        name, value = words.change(chance)
        try:
            terms = terms.changed(name, value)
        except KeyError:
            chosen[name] = value
        except ValueError:
            pass
    return Options(ruleset, tuple(chosen.items()), terms)


_MADE: Final[Mapping[Any, Callable[[Chance], Any]]] = {
    TableId: lambda chance: chance.choice(words.TABLES),
    Actor: lambda chance: chance.choice(words.PEOPLE),
    Options: _options,
    int: lambda chance: chance.choice((*range(4), *range(16), 0, 0, 0, 99)),
    bool: lambda chance: chance.one_in(2),
}
"""How values of some types are made."""


def check(text: str) -> bool:
    """A code is refused, or decodes to an intent that is encoded as the same code."""
    try:
        intent = decode(text)
    except BadCode:
        return False
    if fits(intent):
        again = decode(intent.code)
        assert again == intent, (intent, again)
    return True
