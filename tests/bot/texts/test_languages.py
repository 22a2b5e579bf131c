"""Each language has every text, with the placeholders of the English one, and its own signs."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from bot.table.languages import LANGUAGES
from bot.texts import catalogue
from bot.texts.catalogue import Catalogue
from engine.text import Text
from scripts import languages as script
from scripts.languages import (
    MOST_NUMBER,
    entries,
    file_of,
    languages,
    numbers_of,
    plural_forms,
    problem,
    report,
)

COMPLETE: Final = frozenset(("es", "fr"))
"""The languages that have all texts. A change that adds a text also adds it to these."""

NAMES: Final = "name|names|other|who|winner|partner|player|players|one|prey|what"
"""Placeholders that can be people's names."""


PAGE: Final = Path(__file__).parents[3] / "docs" / "translating.md"

APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


def unopened(form: str) -> bool:
    """Whether a question or an exclamation has no sign at its beginning."""
    return form.count("?") != form.count("¿") or form.count("!") != form.count("¡")


def finds(pattern: str) -> Callable[[str], bool]:
    """Whether a form has what is wrong."""
    return lambda form: re.search(pattern, form) is not None


RULES: Final[Mapping[str, Mapping[str, Callable[[str], bool]]]] = {
    "es": {
        "a question begins with ¿, an exclamation with ¡": unopened,
        'no "y" or "o" before a name, which may begin with an i or an o: make it a list, or '
        "put the name elsewhere": finds(rf"\b[yo] \{{({NAMES})\}}"),
    },
    "fr": {
        "a narrow no-break space (U+202F) precedes ; : ! and ?": finds(
            r"(?<![\u202f;:!?…])[;:!?](?=[\s»)]|$)|[\s\u00a0][;:!?](?=[\s»)]|$)(?<!\u202f[;:!?])"
        ),
        "a narrow no-break space (U+202F) is inside « and »": finds("«(?!\u202f)|(?<!\u202f)»"),
        "no elided word before a name, and no word that would be elided before a vowel: put "
        "the name elsewhere": finds(
            rf"(?i)(['{APOSTROPHE}]|\b(de|que|jusque|le|la|je|ne|se) )\{{({NAMES})\}}"
        ),
    },
}
"""What is wrong in the texts of a language, by what is right."""

HAVE: Final = languages()


def test_languages_can_be_chosen() -> None:
    """People can choose each language that has a file, by what it calls itself."""
    assert {code: name.casefold() for code, name in LANGUAGES.items()} == {
        each: str(Locale.parse(each, sep="-").display_name).casefold() for each in ["en", *HAVE]
    }


@pytest.mark.parametrize("language", sorted(COMPLETE))
def test_every_text_is_translated(language: str) -> None:
    """A complete language has every text."""
    missing = report(language)["not translated"]
    assert not missing, (
        f"{file_of(language)} lacks {', '.join(missing)}\n- make language LANG={language} "
        "adds empty entries to fill in\n- or leave that to whoever reviews the change"
    )


@pytest.mark.parametrize("language", HAVE)
def test_no_text_is_unused(language: str) -> None:
    """A language has no texts that English doesn't have."""
    unused = report(language)["no longer used"]
    assert not unused, f"make language LANG={language} deletes {', '.join(unused)}"


@pytest.mark.parametrize("language", HAVE)
def test_placeholders(language: str) -> None:
    """What is put into a text is the same in each language, and in each form of a plural."""
    english, (_, expression) = entries("en"), plural_forms(language)
    wrong = [
        f"{key}, {form!r}: {why}"
        for key, entry in entries(language).items()
        if key in english
        for at, form in enumerate(entry.forms)
        if (
            why := problem(english[key], form, numbers_of(at, expression) if entry.plural else None)
        )
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", *HAVE])
def test_plural_forms(language: str) -> None:
    """A file's header chooses the form of a plural as CLDR does, and each plural has all forms."""
    with file_of(language).open("rb") as file:
        catalog = read_po(file)
    count, expression = plural_forms(language)
    assert catalog.num_plurals == count
    for form in range(count):
        assert numbers_of(form, catalog.plural_expr) == numbers_of(form, expression)
    english = entries("en")
    wrong = [
        key
        for key, each in entries(language).items()
        if key in english and len(each.forms) != (count if english[key].plural else 1)
    ]
    assert not wrong, f"have another number of forms: {', '.join(wrong)}"


@pytest.mark.parametrize(
    ("language", "right"), [(each, right) for each in HAVE for right in RULES.get(each, ())]
)
def test_signs(language: str, right: str) -> None:
    """The texts of a language are written as is usual in it."""
    is_wrong = RULES[language][right]
    wrong = [
        f"{entry.key}: {form}"
        for entry in entries(language).values()
        for form in entry.forms
        if is_wrong(form)
    ]
    assert not wrong, "\n".join([f"{right}:", *wrong])


@pytest.mark.parametrize(
    ("language", "form"),
    [
        ("es", "Quieres jugar?"),
        ("es", "¡Ganas"),
        ("es", "Empiezan {name} y {other}."),
        ("fr", "Vraiment?"),
        ("fr", "Vraiment ?"),
        ("fr", "Vraiment\N{NO-BREAK SPACE}?"),
        ("fr", "Coups: {moves}"),
        ("fr", "« {word} »"),
        ("fr", "Les pions de {name}."),
        ("fr", f"Le tour d{APOSTROPHE}{{name}}."),
    ],
)
def test_what_is_wrong(language: str, form: str) -> None:
    """The checks find what is wrong."""
    assert any(is_wrong(form) for is_wrong in RULES[language].values())


@pytest.mark.parametrize(
    ("language", "form"),
    [
        ("es", "¿{name} o nadie? ¡Sí!"),
        ("es", "Son las 21:40 (UTC)."),
        ("fr", "Vraiment\u202f?! Il est 21:40\u202f: «\u202f{word}\u202f», https://a.b"),
        ("fr", "Encore {count} pions de plus que {number}…"),
    ],
)
def test_what_is_right(language: str, form: str) -> None:
    """The checks find nothing else."""
    assert not any(is_wrong(form) for is_wrong in RULES[language].values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with no other language than English."""
    english = tmp_path / "en" / "LC_MESSAGES" / "puluc.po"
    english.parent.mkdir(parents=True)
    english.write_text(ENGLISH, "utf-8")
    for module in (script, catalogue):
        monkeypatch.setattr(module, "LOCALE", tmp_path)
    return tmp_path


HEAD: Final = """msgid ""
msgstr ""
"Language: en\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""

ENGLISH: Final = f"""{HEAD}
#. {{name}} is a player.
msgid "hello"
msgstr "Hello, {{name}}!"

msgid "games"
msgid_plural "games"
msgstr[0] "{{count}} game"
msgstr[1] "{{count}} games"
"""


def test_a_new_language(folder: Path) -> None:
    """The file of a new language has the comments, the English, and room for each form."""
    script.main(["ru"])
    text = file_of("ru").read_text("utf-8")
    assert '"Language: ru\\n"\n"Plural-Forms: nplurals=3; plural=(n%10==1' in text
    assert '#. {name} is a player.\n#. English: Hello, {name}!\nmsgid "hello"\nmsgstr ""\n' in text
    assert '#. English: {count} game | {count} games\nmsgid "games"\n' in text
    assert 'msgid_plural "games"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n' in text
    assert folder in file_of("ru").parents


def test_the_entry_on_the_page() -> None:
    """The page for translators shows an entry as it is in a new file."""
    (block,) = re.findall(r"(?:^    #\..*\n)(?:^    .+\n)+", PAGE.read_text("utf-8"), re.M)
    assert f"\n\n{dedent(block)}\n" in script.written("kl", script.updated("kl"))


def test_a_language_in_progress(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What isn't translated, and a plural that lacks a form, are said in English."""
    script.main(["ru"])
    file = file_of("ru")
    half = file.read_text("utf-8").replace('msgstr[0] ""', 'msgstr[0] "{count} партия"')
    file.write_text(half, "utf-8")
    say = Catalogue().voice("ru")
    assert [say(Text("hello", name="Ana")), say(Text("games", count=1))] == [
        "Hello, Ana!",
        "1 game",
    ]
    capsys.readouterr()
    script.main(["--report"])
    assert capsys.readouterr().out == (
        "ru: 0 of 2 texts are translated\n  2 not translated:\n    hello\n    games\n"
    )


def test_an_english_text_that_changes(folder: Path) -> None:
    """A translation whose English has changed is used, but marked until it has been checked."""
    script.main(["de"])
    file = file_of("de")
    file.write_text(
        file.read_text("utf-8").replace('msgstr ""\n\n#. E', 'msgstr "Hallo, {name}!"\n\n#. E')
    )
    file.write_text(file.read_text("utf-8").replace("#. {name} is", "# A note.\n#. {name} is"))
    assert report("de")["to be checked, because the English has changed"] == []
    english = file_of("en")
    english.write_text(ENGLISH.replace("Hello", "Welcome"))
    assert report("de")["to be checked, because the English has changed"] == ["hello"]
    for _ in range(2):
        script.main(["de"])
        assert (
            "# A note.\n#. {name} is a player.\n"
            '#. English: Welcome, {name}!\n#, fuzzy\n#| msgid "Hello, {name}!"\n'
            'msgid "hello"\nmsgstr "Hallo, {name}!"\n'
        ) in file.read_text("utf-8")
    assert report("de")["to be checked, because the English has changed"] == ["hello"]
    assert Catalogue().voice("de")(Text("hello", name="Ana")) == "Hallo, Ana!"


def test_a_text_that_is_gone(folder: Path) -> None:
    """A text that English doesn't have any more is reported and, by an update, deleted."""
    script.main(["de"])
    english = file_of("en")
    english.write_text(f'{HEAD}\nmsgid "hello"\nmsgstr "Hello, {{name}}!"\n')
    assert report("de")["no longer used"] == ["games"]
    script.main(["de"])
    assert [*entries("de")] == ["hello"]


@pytest.mark.usefixtures("folder")
def test_an_unknown_language() -> None:
    """A language that CLDR doesn't know is refused."""
    with pytest.raises(SystemExit, match="xx: unknown locale"):
        script.main(["xx"])


@pytest.mark.parametrize(
    ("form", "numbers", "wrong"),
    [
        ("{count} Spiele für {name}", range(2, MOST_NUMBER), ""),
        ("ein Spiel für {name}", [1], ""),
        ("eine Partie für {name}", [0, 1], ""),
        ("партия: {name}", [1, 21], "{count} is missing"),
        ("{count} Spiele", [2], "{name} is missing"),
        ("{count} {nmae} {name}", [2], "the English doesn't have {nmae}"),
        ("{count} {name", [2], "its braces are wrong (expected '}' before end of string)"),
        ("", [2], ""),
    ],
)
def test_what_is_wrong_with_placeholders(form: str, numbers: list[int], wrong: str) -> None:
    """A form has the placeholders of the English, but for the count if it can only be 1 or 0."""
    english = script.Entry(
        "games", ("one game for {name}", "{count} games for {name}"), plural=True
    )
    assert problem(english, form, frozenset(numbers)) == wrong
