"""The catalogues of all languages have the entries of the English one."""

import string
from collections.abc import Iterator, Sequence

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.texts.catalogue import DEFAULT_LANGUAGE, LOCALE

OTHERS = sorted(
    path.parent.parent.name
    for path in LOCALE.glob("*/LC_MESSAGES/puluc.po")
    if path.parent.parent.name != DEFAULT_LANGUAGE
)


def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "puluc.po").open("rb") as source:
        return read_po(source, abort_invalid=True)


def entries(language: str) -> Sequence[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(message: Message) -> Sequence[str]:
    """The patterns of an entry: one, or one for each plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def fields(pattern: str) -> Iterator[str]:
    """The names of the arguments in a pattern."""
    return (name for _, name, _, _ in string.Formatter().parse(pattern) if name)


@pytest.mark.parametrize("language", OTHERS)
def test_the_entries_are_the_english_ones(language: str) -> None:
    """A language has the entries of the English catalogue, in the same order."""
    assert [each.id for each in entries(language)] == [each.id for each in entries("en")]


@pytest.mark.parametrize("language", OTHERS)
def test_every_form_is_written(language: str) -> None:
    """No pattern of a language is empty, and texts with a count have all plural forms."""
    plural_forms = catalogue(language).num_plurals
    for each in entries(language):
        expected = 1 if isinstance(each.id, str) else plural_forms
        assert len(list(filter(None, forms(each)))) == expected, each.id


@pytest.mark.parametrize("language", OTHERS)
def test_the_arguments_are_the_english_ones(language: str) -> None:
    """A pattern has the arguments of the English one; a form of a plural may omit the count."""
    english = {str(each.id): set(fields(forms(each)[-1])) for each in entries("en")}
    for each in entries(language):
        expected = english[str(each.id)]
        for form in forms(each):
            found = set(fields(form))
            counted = not isinstance(each.id, str)
            assert found == expected or (counted and found | {"count"} == expected | {"count"}), (
                f"{each.id}: {form}"
            )


def test_spanish_questions_and_exclamations() -> None:
    """Spanish questions and exclamations have their opening marks."""
    for each in entries("es"):
        for form in forms(each):
            assert form.count("¿") == form.count("?"), each.id
            assert form.count("¡") == form.count("!"), each.id
