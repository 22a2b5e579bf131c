"""Make the file of a language, bring it up to date with the English texts, or say what it lacks.

    make language LANG=de          make or update bot/texts/locale/de/LC_MESSAGES/puluc.po
    make language-report           say what each language lacks; with LANG=de, only that one

Texts are found by their keys, so a file doesn't show what the English says. Therefore, the comment
before each text of another language ends with it. The comment is also how a change of the English
is noticed: then the translation is marked "fuzzy", which is gettext's word for one that needs to be
checked, and the English that it was made from stays in a comment of the kind that gettext has for
it, `#| msgid`. Translations that need to be checked are used nevertheless. Weblate and editors of
such files know both.
"""

import argparse
import string
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path
from textwrap import wrap
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import denormalize, normalize, read_po

from bot.texts.catalogue import DEFAULT_LANGUAGE, LOCALE

WIDTH: Final = 100
"""The width of the files in characters."""

ENGLISH: Final = "English: "
"""Begins the part of a comment that has the English text."""

OR: Final = " | "
"""Between the forms of an English text in a comment."""

MOST_NUMBER: Final = 1000
"""Plural forms are compared for the numbers up to this one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text of one language; a text with a plural has several forms.

    `comment` is for translators, `english` what the translation was made from if the file says so.
    `fuzzy` is whether it has to be checked, because `previous` was the English then. The `notes`
    are comments by translators.
    """

    key: str
    forms: tuple[str, ...]
    comment: str = ""
    english: str = ""
    fuzzy: bool = False
    previous: str = ""
    plural: bool = False
    notes: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether each form is there."""
        return all(self.forms)


def file_of(language: str) -> Path:
    """Return the file of a language."""
    return LOCALE / language / "LC_MESSAGES" / "puluc.po"


def languages() -> list[str]:
    """Return the codes of the languages that have a file, without English."""
    found = sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/puluc.po"))
    return [language for language in found if language != DEFAULT_LANGUAGE]


def entries(language: str) -> dict[str, Entry]:
    """Return the texts of a language by their keys, in the order of the file."""
    with file_of(language).open("rb") as file:
        return {each.key: each for each in map(_entry, read_po(file)) if each.key}


def _entry(message: Message) -> Entry:
    key = message.id if isinstance(message.id, str) else message.id[0]
    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    lines = message.auto_comments
    at = next((i for i, line in enumerate(lines) if line.startswith(ENGLISH)), len(lines))
    return Entry(
        key,
        forms,
        comment=" ".join(lines[:at]),
        english=" ".join(lines[at:]).removeprefix(ENGLISH),
        fuzzy=message.fuzzy,
        previous=_previous(message.user_comments),
        plural=not isinstance(message.id, str),
        notes=tuple(line for line in message.user_comments if not line.startswith("|")),
    )


def _previous(comments: Sequence[str]) -> str:
    """Return the earlier English text, which Babel leaves among the comments."""
    lines = [line.removeprefix("| ").removeprefix("msgid ") for line in comments if line[:1] == "|"]
    earlier: str = denormalize("\n".join(lines)) if lines else ""
    return earlier


def said(entry: Entry) -> str:
    """Return an English text as it is in comments: on one line, its forms side by side."""
    return OR.join(dict.fromkeys(entry.forms)).replace("\n", "\\n")


def placeholders(form: str) -> frozenset[str]:
    """Return the names of what is put into a text. Raises ValueError if its braces are wrong."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(form) if name is not None)


def plural_forms(language: str) -> tuple[int, str]:
    """Return how many forms of a plural a language has, and gettext's expression, after CLDR.

    Raises UnknownLocaleError if CLDR doesn't know the language.
    """
    plural = get_plural(str(Locale.parse(_locale(language))))
    return plural.num_plurals, plural.plural_expr


def _locale(language: str) -> str:
    """Return a language tag as Babel writes it."""
    return language.replace("-", "_")


def numbers_of(form: int, expression: str) -> frozenset[int]:
    """Return the numbers up to MOST_NUMBER for which a form is used."""
    chosen = c2py(expression)
    return frozenset(number for number in range(MOST_NUMBER + 1) if chosen(number) == form)


def written(language: str, texts: Sequence[Entry]) -> str:
    """Return the content of a language's file."""
    count, expression = plural_forms(language)
    head = (
        "Project-Id-Version: Puluc VERSION",
        f"Language: {Locale.parse(_locale(language))}",
        f"Plural-Forms: nplurals={count}; plural={expression};",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    )
    header = "\n".join(['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head)])
    return "\n\n".join([header, *("\n".join(_lines(each)) for each in texts)]) + "\n"


def _lines(entry: Entry) -> Iterator[str]:
    """Yield the lines of a text in a file."""
    yield from (f"# {note}".rstrip() for note in entry.notes)
    for part in (entry.comment, f"{ENGLISH}{entry.english}" if entry.english else ""):
        yield from (f"#. {line}" for line in wrap(part, WIDTH - 3, break_on_hyphens=False))
    if entry.fuzzy:
        yield "#, fuzzy"
        if entry.previous:
            yield f"#| msgid {_quoted(entry.previous, '#| ')}"
    yield f'msgid "{entry.key}"'
    if not entry.plural:
        yield f"msgstr {_quoted(entry.forms[0])}"
        return
    yield f'msgid_plural "{entry.key}"'
    for number, form in enumerate(entry.forms):
        yield f"msgstr[{number}] {_quoted(form)}"


def _quoted(text: str, prefix: str = "") -> str:
    quoted: str = normalize(text, prefix=prefix, width=WIDTH)
    return quoted


def updated(language: str) -> list[Entry]:
    """Return a language's texts as they should be in its file: those of English, in its order."""
    known = entries(language) if file_of(language).exists() else {}
    count, _ = plural_forms(language)
    return [
        _updated(each, known.get(each.key), count) for each in entries(DEFAULT_LANGUAGE).values()
    ]


def _updated(english: Entry, known: Entry | None, count: int) -> Entry:
    now = said(english)
    size = count if english.plural else 1
    forms = known.forms if known and len(known.forms) == size else ("",) * size
    if known is None or not any(forms):
        return Entry(english.key, forms, english.comment, now, plural=english.plural)
    changed = known.english not in ("", now)
    return Entry(
        english.key,
        forms,
        english.comment,
        now,
        known.fuzzy or changed,
        known.previous or (known.english if changed else ""),
        english.plural,
        known.notes,
    )


def report(language: str) -> dict[str, list[str]]:
    """Return the keys of the texts that have a problem, by what is wrong."""
    english, known = entries(DEFAULT_LANGUAGE), entries(language)
    return {
        "not translated": [key for key in english if key not in known or not known[key].done],
        "to be checked, because the English has changed": [
            key
            for key, each in known.items()
            if key in english and (each.fuzzy or each.english not in ("", said(english[key])))
        ],
        "with wrong placeholders": [*_misplaced(language, english, known)],
        "no longer used": [key for key in known if key not in english],
    }


def _misplaced(
    language: str, english: Mapping[str, Entry], known: Mapping[str, Entry]
) -> Iterator[str]:
    _, expression = plural_forms(language)
    for key, entry in known.items():
        if key in english and any(
            problem(english[key], form, numbers_of(at, expression) if entry.plural else None)
            for at, form in enumerate(entry.forms)
        ):
            yield key


def problem(english: Entry, form: str, numbers: frozenset[int] | None) -> str:
    """Return what is wrong with the placeholders of a form; empty if nothing is.

    `numbers` are those for which the form of a plural is used. Where the English leaves out the
    count for 1, so may a form for 1 alone, or for 0 and 1.
    """
    if not form:
        return ""
    try:
        has = placeholders(form)
    except ValueError as error:
        return f"its braces are wrong ({error})"
    each = [placeholders(one) for one in english.forms]
    allowed, needed = frozenset().union(*each), frozenset.intersection(*each)
    if numbers is not None and not ("count" not in needed and numbers <= {0, 1}):
        needed |= {"count"} & allowed
    if unknown := has - allowed:
        return f"the English doesn't have {_named(unknown)}"
    if missing := needed - has:
        return f"{_named(missing)} is missing"
    return ""


def _named(names: frozenset[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def main(arguments: Sequence[str] | None = None) -> None:
    """Make or update files, or report on them."""
    parser = argparse.ArgumentParser(description="Make or update the file of a language.")
    parser.add_argument("language", nargs="*", help="such as de or pt-BR; by default, all files")
    parser.add_argument("--report", action="store_true", help="only say what is missing")
    asked = parser.parse_args(arguments)
    for language in asked.language or languages():
        if asked.report:
            _tell(language)
        else:
            _write(language)


def _write(language: str) -> None:
    try:
        text = written(language, updated(language))
    except (UnknownLocaleError, ValueError) as error:
        sys.exit(f"{language}: {error}. Give a language such as de, or one and a region: pt-BR")
    file = file_of(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(f"Wrote {file}")


def _tell(language: str) -> None:
    if not file_of(language).exists():
        sys.exit(f"{language} has no file. To make it: make language LANG={language}")
    known = entries(language)
    done = sum(entry.done for entry in known.values())
    print(f"{language}: {done} of {len(entries(DEFAULT_LANGUAGE))} texts are translated")
    for what, keys in report(language).items():
        if keys:
            print(f"  {len(keys)} {what}:")
        for key in keys:
            print(f"    {key}")


if __name__ == "__main__":
    main()
