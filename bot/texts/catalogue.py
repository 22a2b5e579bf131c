"""Translation of texts with gettext catalogues, compiled from their sources at startup.

An entry is a `str.format` pattern with the text's arguments by name; `count` selects the plural
form. A key that is missing in a language falls back to English. The entries `moment` and
`moment.local` are different: they are CLDR patterns of a date and time, in UTC and elsewhere.

What is put into a sentence and has right-to-left letters, such as an Arabic name, is isolated, so
that it doesn't take a number or a bracket beside it along.
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from functools import lru_cache, partial
from io import BytesIO
from itertools import chain
from pathlib import Path

from babel import Locale
from babel.dates import format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from bot.texts.lists import listed
from engine.text import AnyOf, Argument, Country, Local, Moment, Name, Percent, Say, Text

LOCALE = Path(__file__).parent / "locale"
DEFAULT_LANGUAGE = "en"
"""The language for users who request none, or none that is available."""

Escape = Callable[[str], str]
"""Escapes a person's name for a platform's markup."""

ShowMoment = Callable[[Moment], str]
"""Writes a point in time, such as in a platform's markup."""

_ISOLATE, _POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_LEFTWARDS = frozenset({"R", "AL", "AN"})
"""The classes of right-to-left characters and their numbers."""

_ALONE = re.compile(r"\{\w+\}", re.ASCII)
"""A pattern with an argument and nothing beside it."""


class Catalogue:
    """The texts of all languages.

    `further` folders have more texts, such as those of a family of games.
    """

    def __init__(self, further: Sequence[Path] = ()) -> None:
        self._sources: dict[str, list[Path]] = {}
        for path in chain.from_iterable(map(_sources, (LOCALE, *further))):
            self._sources.setdefault(path.parent.parent.name, []).append(path)
        self._read: dict[str, gettext.GNUTranslations] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages."""
        return tuple(self._sources)

    def has(self, key: str) -> bool:
        """Return whether there is a text with this key."""
        return self._texts(DEFAULT_LANGUAGE).gettext(key) != key

    def language(self, *wanted: str) -> str:
        """Return the best available language for a user who prefers these, in order.

        A regional tag falls back to its language (`es-MX` to `es`). If none of the languages is
        available, or none is requested, the result is the default language.
        """
        for each in wanted:
            for known in (each, each.partition("-")[0]):
                if known in self._sources:
                    return known
        return DEFAULT_LANGUAGE

    def voice(
        self, language: str = "", escape: Escape = str, moment: ShowMoment | None = None
    ) -> Say:
        """Return a translator to a language, or the best available one.

        Names pass `escape`. Points in time are written by `moment`, or else as by `in_utc`.
        """
        known = self.language(language)
        translations = self._texts(known)
        shown = moment or partial(self.in_utc, language=known)
        return partial(_say, known, translations, escape, shown)

    def in_utc(self, moment: Moment, language: str = "") -> str:
        """Return a point in time as a date and time in UTC, without the year."""
        known = self.language(language)
        return _date(Local(moment), self._texts(known), known)

    def _texts(self, language: str) -> gettext.GNUTranslations:
        """Return the texts of a language, which are read when they are first wanted."""
        if language not in self._read:
            texts, *others = map(_read, self._sources[language])
            for other in others:
                texts.add_fallback(other)
            if language != DEFAULT_LANGUAGE:
                texts.add_fallback(self._texts(DEFAULT_LANGUAGE))
            self._read[language] = texts
        return self._read[language]


@lru_cache
def catalogue(further: tuple[Path, ...]) -> Catalogue:
    """Return the catalogue with the texts of further folders, loaded once per process."""
    return Catalogue(further)


def _sources(folder: Path) -> Sequence[Path]:
    return sorted(folder.glob("*/LC_MESSAGES/puluc.po"))


def _read(path: Path) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(BytesIO(_compiled(path)))


@lru_cache
def _compiled(path: Path) -> bytes:
    """Compile a catalogue in memory, once per process; the repository has only its source.

    A text that lacks a form is left out, so that it falls back to English. One that is marked
    "fuzzy", because the English has changed, is used until somebody has checked it.
    """
    compiled = BytesIO()
    with path.open("rb") as source:
        texts = read_po(source)
    for text in texts:
        if text.pluralizable and not all(text.string or ()):
            text.string = ""
    write_mo(compiled, texts, use_fuzzy=True)
    return compiled.getvalue()


def _locale(language: str) -> str:
    """Return a language tag as Babel writes it."""
    return language.replace("-", "_")


def _say(
    language: str,
    translations: gettext.GNUTranslations,
    escape: Escape,
    moment: ShowMoment,
    text: Text,
) -> str:
    args = dict(text.args)
    count = args.get("count")
    if isinstance(count, int):
        pattern = translations.ngettext(text.key, text.key, count)
    else:
        pattern = translations.gettext(text.key)
    if pattern == text.key:
        raise KeyError(f"no text for {text.key!r}")
    alone = _ALONE.fullmatch(pattern) is not None

    def said(value: Argument) -> str:
        shown = unisolated(value)
        return shown if alone else isolated(shown)

    def unisolated(value: Argument) -> str:
        match value:
            case Name():
                return escape(value)
            case Country():
                return _country(value, language)
            case Text():
                return _say(language, translations, escape, moment, value)
            case tuple():
                parts = [isolated(unisolated(part)) for part in value]
                return listed(parts, language, "or" if isinstance(value, AnyOf) else "standard")
            case Moment():
                return moment(value)
            case Local():
                return _date(value, translations, language)
            case int():
                return _number(value, language)
        return value

    return pattern.format(**{name: said(value) for name, value in args.items()})


def _date(moment: Local, translations: gettext.GNUTranslations, language: str) -> str:
    """Return a date and time, without the year."""
    pattern = translations.gettext("moment" if moment.ahead is None else "moment.local")
    zone = timezone(timedelta(seconds=moment.ahead or 0))
    return format_datetime(
        datetime.fromtimestamp(moment.at, zone), pattern, locale=_locale(language)
    )


def _country(code: str, language: str) -> str:
    """Return a country's name, or its code if the language has no name for it."""
    named: str = Locale.parse(_locale(language)).territories.get(code, code)
    return named


def _number(number: int, language: str) -> str:
    """Return a number as a language writes it."""
    if isinstance(number, Percent):
        return format_percent(number / 100, locale=_locale(language))
    if 0 <= number < 1000:  # most numbers, and all languages of the catalogue write them so
        return str(int(number))
    return format_decimal(number, locale=_locale(language))


def isolated(text: str) -> str:
    """Return a text that doesn't affect the direction of what is beside it."""
    if text.isascii():
        return text
    depth, leftwards = 0, False
    for character in text:
        depth += (character == _ISOLATE) - (character == _POP)
        leftwards |= depth == 0 and unicodedata.bidirectional(character) in _LEFTWARDS
    return f"{_ISOLATE}{text}{_POP}" if leftwards else text
