"""A language that a machine makes of the English texts, in which no letter is a plain one.

What people still read in plain letters didn't come from the catalogue, so nobody could translate
it. Names of people, and what is typed, such as commands and options, are the same in all languages.
"""

import re
import string
from calendar import month_abbr
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from babel import Locale
from typing_extensions import override

from bot.acts.look.help import TOPICS
from bot.acts.registry import COMMANDS
from bot.commands.commands import commands
from bot.games.catalogue import games
from bot.games.spelling import typed_name
from bot.table.settings import SETTINGS
from bot.texts import catalogue as texts
from bot.texts.catalogue import Catalogue
from scripts.languages import Entry, entries, written

LETTERS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áḃćđéƒǵĥíĵķĺḿńóṕɋŕśţúṽŵẋýźÁḂĆĐÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚṼŴẊÝŹ",
)

NAMES: Final = frozenset(
    {*("Ana", "Ben", "Cara", "Eva", "Plaza", "Puluc", "corn", "Europe"), *month_abbr[1:]}
)
"""Of people, places, and the recipe of the throws, `puluc-corn-2`; and months, which CLDR knows."""

_LANGUAGES: Final = re.compile(
    "|".join(
        str(Locale.parse(each.name, sep="-").display_name)
        for each in sorted(texts.LOCALE.iterdir())
    ),
    re.IGNORECASE,
)
"""What languages call themselves, which is the same in all of them."""

_CODES: Final = re.compile(r"https?://\S+|\b[a-z2-7]{10}\b|\w*\d\w*|@\w+|<[^>]*>|&\w+;|\{\w+\}")
"""Addresses, ids of games and other codes, what mentions people, markup, and open places."""

_FILE: Final = re.compile(r"(/|data:)\S+|\S+\.[a-z]{3,4}")
"""An address or the name of a file."""

_WORD: Final = re.compile(r"[A-Za-z]{2,}")

_ATTRIBUTES: Final = ("alt", "title", "aria-label", "placeholder", "content")
"""What people read or hear of a page's elements besides their text."""


def pseudo(text: str) -> str:
    """Return a text in the language; what stands in its places stays."""
    parts = string.Formatter().parse(text)
    return "".join(
        each.translate(LETTERS) + ("" if name is None else f"{{{name}}}")
        for each, name, *_ in parts
    )


@contextmanager
def speaking_pseudo(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    """Replace English by the only language in this process; its texts are in `folder`."""
    made = [
        Entry(each.key, tuple(map(pseudo, each.forms)), plural=each.plural)
        if each.key not in ("moment", "moment.local")  # patterns
        else each
        for each in entries("en").values()
    ]
    file = folder / "en" / "LC_MESSAGES" / "puluc.po"
    file.parent.mkdir(parents=True)
    file.write_text(written("en", made), "utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(texts, "LOCALE", folder)
        texts.catalogue.cache_clear()
        yield texts.catalogue(games().texts)
    texts.catalogue.cache_clear()


@cache
def typed() -> frozenset[str]:
    """Words that are typed, which are the same in all languages."""
    known = commands(games())
    options = [
        option
        for command in COMMANDS
        for some in (known.options_of(command), known.fields_of(command))
        for option in some
    ]
    options += [each for family in games().families for each in family.options.values()]
    values = [value for option in options for value in (*option.choices, *option.examples)]
    return frozenset(
        word
        for each in (
            *(
                "puluc",
                "word",
                "name",
                "option",
                "options",
                "value",
                "game",
                "UTC",
                "id",
                "and",
                "or",
            ),
            *(part for command in COMMANDS for part in (command.name, command.group)),
            *(option.name for option in options),
            *values,
            *TOPICS,
            *SETTINGS,
            *games().rulesets,
            *map(typed_name, games().rulesets),
        )
        for word in _WORD.findall(each)
    )


def plain(said: str) -> list[str]:
    """Return the words in plain letters that nobody typed and that are nobody's name."""
    if _FILE.fullmatch(said):
        return []
    words = _WORD.findall(_CODES.sub(" ", _LANGUAGES.sub(" ", said)))
    return [word for word in words if word not in NAMES and word not in typed()]


def found(said: Iterable[str]) -> list[str]:
    """Return once each text that has plain words, after these words."""
    return [f"{', '.join(plain(each))} in: {each}" for each in dict.fromkeys(said) if plain(each)]


def strings(data: object, skipped: Iterable[str] = ()) -> Iterator[str]:
    """Yield the strings in some JSON, but not those of the `skipped` names."""
    match data:
        case str():
            yield data
        case Mapping():
            for name, value in data.items():
                if name not in skipped:
                    yield from strings(value, skipped)
        case list():
            for each in data:
                yield from strings(each, skipped)


class Page(HTMLParser):
    """What people read on a page, and the data for its scripts."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.read, self.data, self._inside = list[str](), list[str](), ""
        self.feed(source)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        known = dict(attrs)
        if tag == "meta" and "description" not in f"{known.get('name')} {known.get('property')}":
            return
        self.read += [known[name] or "" for name in _ATTRIBUTES if name in known]

    @override
    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    @override
    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.data.append(data)
        elif self._inside != "style":
            self.read.append(data)
