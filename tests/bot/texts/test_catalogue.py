"""Every text in the code is in the catalogue, and the catalogue has no others."""

import ast
import fnmatch
import re
import string
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from jinja2 import nodes

from bot.acts.act import Act, Audience, Who
from bot.acts.look.help import TOPICS
from bot.acts.look.menu import GROUPS as MENU_GROUPS
from bot.acts.named import ACTS
from bot.acts.preferences import catalogue as preferences
from bot.acts.registry import COMMANDS, GROUPS
from bot.commands.command import SETTING, VALUE
from bot.commands.commands import commands
from bot.games.catalogue import games
from bot.games.parchis.events import Lost
from bot.games.parchis.lesson import LESSON as PARCHIS_LESSON
from bot.games.road.lesson import LESSON
from bot.games.size import Size
from bot.on_web.pages import TEMPLATES, WORDS
from bot.ops.guard import Alarm
from bot.table.agreement import Part
from bot.table.asking import Wish
from bot.table.former import Departure
from bot.table.languages import LANGUAGES
from bot.table.people import Platform
from bot.table.ports import Down
from bot.table.preferences import Where
from bot.table.settings import SETTINGS
from bot.table.table import Ending
from bot.table.terms import Calling
from bot.table.vacation import Why
from bot.table.zones import moment
from bot.texts.catalogue import LOCALE, Catalogue
from engine.header import YES_OR_NO
from engine.parchis import header as parchis
from engine.parchis.reason import Reason as ParchisReason
from engine.parchis.ruleset import Limit as ParchisLimit
from engine.players.judge import Source
from engine.road.header import OPTIONS
from engine.road.reason import Reason
from engine.road.ruleset import Limit
from engine.text import AnyOf, Country, Moment, Name, Percent, Text

CHOICES: Mapping[str, Set[str]] = {
    option.name: set(option.values)
    for option in OPTIONS.values()
    if option.values and option.values != YES_OR_NO
}
ROOT = Path(__file__).parents[3]
_WAYS = {"turned", "turned-there", "round", "far-base", "fire", "run"}
WAYS = _WAYS | {"step", "back", "home", "off", "enter"} | {f"enter-{ending}" for ending in _WAYS}
TURNS: Mapping[str, bool] = {
    turn.title.key.removesuffix(".title"): bool(turn.others)
    for lesson in (LESSON, PARCHIS_LESSON)
    for turn in lesson.turns
}
"""The keys of the tutorials' turns, and whether each has other moves to explain."""

PARCHIS: Mapping[str, Set[str]] = {
    option.name: set(option.values) for option in parchis.OPTIONS.values() if option.values
}
WALKS = {"out", "two-out", "step", "back", "goal"}
"""How pieces of Parchís move."""

CHOSEN = [option for option in preferences.OPTIONS if option.name != "language"]
"""The options of people; of a language, everyone reads its own name."""

LEVELS = {level for family in games().families for level in family.levels}


def is_moderated(kind: type[Act]) -> bool:
    return kind.declared.who is Who.MODERATORS


FAMILIES: Mapping[str, Set[str]] = {
    "illegal.": {str(reason) for reason in (*Reason, *ParchisReason)},
    "parchis.unplayable.": set(ParchisLimit),
    "advice.hint.": set(Source),
    "account.": set(Platform),
    "place.": set(Platform),
    "advice.source.": set(Source),
    "agreement.": {part.value for part in Part},
    "options.hints.": {"yes", "no"},
    "options.undo.": {"yes", "no"},
    "options.calls.": set(Calling),
    "options.thread.": {"yes", "no"},
    "size.": set(Size),
    "parchis.told.": {*WALKS, *Lost, "for-capture", "for-goal"},
    "parchis.turn.": {"for-capture", "for-goal"},
    "parchis.hint.": {"arrived", "bonus", "bonus-once"},
    "parchis.move.": {*WALKS, "captures", "barrier", "opens", "safe"},
    **{
        f"parchis.option.{option}.": values
        for option, values in PARCHIS.items()
        if option != "colours"
    },
    **{f"parchis.rules.{number}.": {"again", "once"} for number in ("capture", "arrived")},
    **{
        f"parchis.rules.{option}.": PARCHIS[option]
        for option in ("start", "opening", "own-start", "evict", "goal", "end")
    },
    "parchis.rules.seats.": {"2", "3", "4"},
    "parchis.rules.blocked.": PARCHIS["own-start"],
    "unplayable.": {str(limit) for limit in Limit},
    "command.": {command.name for command in COMMANDS},
    "command.group.": set(GROUPS),
    "menu.group.": set(MENU_GROUPS),
    **dict.fromkeys(("level.", "button.level."), LEVELS),
    "ended.": {str(ending) for ending in Ending},
    **{prefix: set(Departure) for prefix in ("left.", "watch.former.")},
    "challenge.": {str(ending) for ending in Ending},
    "ruleset.": {
        f"{key}.{part}"
        for key in games().rulesets
        for part in ("title", "line", "character", "source")
    }
    | {"puluc.short"},
    "side.": {"0", "1"},
    "picture.side.": {"0", "1"},
    "picture.ended.": {
        *("free", "kills", "equal"),
        *map(str, (Ending.AGREED, Ending.RESIGNED, Ending.TIMEOUT, Ending.LEFT)),
        *map(str, (Ending.ABORTED, Ending.CLOSED, Ending.ABANDONED, Ending.STOPPED)),
    },
    "asking.": set(Wish),
    "button.ask.": set(Wish) - {Wish.EXTEND, Wish.SHOW},
    **{f"{act}.": {"own", "partner"} for act in ("agree", "extend", "nudge")},
    "hint.side.": {"0", "1"},
    "watch.former.": set(Departure),
    "store.": set(Down),
    **{prefix: set(Alarm) for prefix in ("operator.", "operator.recovered.")},
    "typed.": {
        option.text.removeprefix("typed.")
        for command in COMMANDS
        for some in (commands(games()).options_of(command), commands(games()).fields_of(command))
        for option in some
    },
    "setting.": set(SETTINGS),
    "named.": {"everyone", *SETTING.choices, *VALUE.choices} - set(LANGUAGES),
    "help.topic.": {f"{topic}{rest}" for topic in TOPICS for rest in ("", ".line")},
    "": {f"{kind.declared.name}.manages" for kind in ACTS.values() if is_moderated(kind)},
    "telegram.private.": {
        *("personal", "personal.button"),
        *(
            f"{kind.declared.topic}{rest}"
            for kind in ACTS.values()
            if kind.declared.audience is Audience.LONG
            for rest in ("", ".button")
        ),
    },
    "menu.": {kind.declared.name for kind in ACTS.values() if hasattr(kind, "menu_of_players")},
    "me.": {
        *(f"{each.name}.how" for each in preferences.PREFERENCES),
        *(f"{each.name}.{each.not_on}" for each in preferences.PREFERENCES if each.not_on),
        *(f"{option.name}.{word}" for option in CHOSEN for word in option.choices),
        *(f"speaks.{told}" for told in ("auto", "chosen")),
        *(f"{option}.wrong" for option in ("quiet", "now", "vacation")),
        f"where.{Where.REFUSED}",
    },
    "me.vacation.": set(Why),
    "me.button.": {
        *(each.name for each in preferences.PREFERENCES),
        *(word for option in CHOSEN for word in option.choices),
        *("auto", "language"),
    },
    **{f"{key}.": {"title", "told", *(["other"] if TURNS[key] else [])} for key in TURNS},
    "rules.section.": {
        *("aim", "board", "turn", "capture", "off", "ends", "teams", "special", "source"),
        *("out", "six", "barriers", "goal"),
    },
    **{
        f"{key}.": CHOICES["after-capture"] - {"leave"}
        for key in ("hint.carry", "rules.off.freed", "rules.off.killed")
    },
    "deed.": WAYS,
    "move.": WAYS,
    **{
        f"{prefix}.{option}.": values
        for prefix in ("changed", "rules")
        for option, values in CHOICES.items()
    },
    "changed.exact.": {"yes"},
    "option.": {
        f"{name}{rest}"
        for family in games().families
        for name, option in family.options.items()
        for rest in ("", *(f".{value}" for value in option.choices or ("count",)))
    },
    "options.": {"size", "ruleset", "pace", "match", "rules", "hints", "undo", "calls", "thread"},
    "options.series.": {name for family in games().families for name in family.series},
    "shelf.": {f"{shelf.name}{rest}" for shelf in games().shelves for rest in ("", ".line")},
    "choose.": {"short", "long"},
    "discord.right.": {
        "attach_files",
        "create_public_threads",
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
    },
    **{
        f"alt.{part}.": {"space", "base", "base.0", "base.1"} for part in ("at", "landing", "where")
    },
    **{f"alt.{what}.": {"0", "1"} for what in ("pile", "warrior", "warriors")},
}
"""Keys that the code composes, by prefix."""

MADE = {prefix + rest for prefix, rests in FAMILIES.items() for rest in rests}


ADDRESSED = (".you", ".to-you")
"""The endings of entries that address their reader (`bot.texts.addressed`)."""

ENGLISH = LOCALE / "en" / "LC_MESSAGES" / "puluc.po"


def english() -> dict[str, tuple[str, ...]]:
    with ENGLISH.open("rb") as source:
        messages = [message for message in read_po(source) if message.id]
    return {
        m.id if isinstance(m.id, str) else m.id[0]: (m.string,)
        if isinstance(m.string, str)
        else tuple(m.string)
        for m in messages
    }


@cache
def code() -> Sequence[ast.AST]:
    """All nodes of the code that has texts for players."""
    paths = (path for folder in ("bot", "renderer") for path in (ROOT / folder).rglob("*.py"))
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text()))]


def written_keys() -> set[str]:
    """Every string constant in the code, whether or not it is in a `Text("...")`."""
    found = set()
    for node in code():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def texts_in_code() -> set[str]:
    """Every key that occurs as a constant in a `Text("...")` or `button("...", ...)`."""
    found = set()
    for node in code():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Text", "button"):
            match node.args:
                case [ast.Constant(value=str(key)), *_]:
                    found.add(key)
    return found


def texts_of_pages() -> set[str]:
    """Every key used in a page's template or script."""
    keys = set(WORDS)
    for template in templates():
        for call in template.find_all(nodes.Call):
            if getattr(call.node, "name", "") == "say":
                keys |= {str(constant.value) for constant in call.find_all(nodes.Const)}
    return {key for key in keys if "." in key}


def templates() -> Sequence[nodes.Template]:
    """The templates of the pages."""
    paths = (ROOT / "bot" / "on_web" / "templates").glob("*.html")
    return [TEMPLATES.parse(path.read_text()) for path in paths]


def advice(problem: str, keys: Set[str], *ways: str) -> str:
    """Return what is wrong with some keys, and what to do about it."""
    where = ENGLISH.relative_to(ROOT)
    lines = [f"{where} {problem}: {', '.join(sorted(keys))}", *(f"- {way}" for way in ways)]
    return "\n".join(lines)


def test_every_text_has_an_entry() -> None:
    """Every key that is used has an entry in the English catalogue."""
    missing = (texts_in_code() | texts_of_pages() | MADE) - set(english())
    assert not missing, advice(
        "has no entry for keys that are used",
        missing,
        "if the code or a page uses such a key, add an entry for it",
        "if nothing does, delete the key from FAMILIES in this test",
    )


def test_templates_have_no_texts_of_their_own() -> None:
    """Between the tags of a template is nothing to read, except for a command to type."""
    data = [
        "".join(part.data for part in template.find_all(nodes.TemplateData))
        for template in templates()
    ]
    words = re.findall(r"\w.*", re.sub("<.*?>", "\n", "\n".join(data), flags=re.DOTALL))
    assert words == ["python3 -m engine verify  --commitment "]


def plain_key(key: str) -> str:
    """Return the key of the entry that an entry addressing its reader stands for."""
    return key.removesuffix(".to-you").removesuffix(".you")


def composed(key: ast.AST) -> Iterator[str]:
    """The keys that an expression in the code can be."""
    if isinstance(key, ast.JoinedStr):
        fixed = (part.value if isinstance(part, ast.Constant) else "*" for part in key.values)
        yield from fnmatch.filter(english(), "".join(map(str, fixed)))
    else:
        constants = (n.value for n in ast.walk(key) if isinstance(n, ast.Constant))
        yield from (each for each in constants if isinstance(each, str))


def test_counted_texts_have_both_forms() -> None:
    """A text has a singular and a plural if and only if it is given a count."""
    counted = set()
    for node in code():
        match node:
            case ast.Call(func=ast.Name(id="Text"), args=[key], keywords=keywords):
                if "count" in {keyword.arg for keyword in keywords}:
                    counted |= set(composed(key))
    counted |= {key for key in english() if plain_key(key) in counted}
    plural = {key for key, forms in english().items() if len(forms) == 2}
    assert not counted - plural, advice(
        "has only one form of texts that are given a count",
        counted - plural,
        "write msgid_plural, msgstr[0] and msgstr[1] instead of msgstr",
    )
    assert not plural - counted, advice(
        "has a plural of texts that are given no count",
        plural - counted,
        "give the text a count in the code, or write a single msgstr",
    )


def test_every_entry_is_used() -> None:
    """Every entry of the English catalogue is used."""
    used = written_keys() | texts_of_pages() | MADE
    addressed = {key for key in english() if key.endswith(ADDRESSED) and plain_key(key) in used}
    unused = set(english()) - used - addressed
    assert not unused, advice(
        "has entries that nothing uses",
        unused,
        "if the code composes such a key, add its prefix and its rest to FAMILIES in this test",
        "if nothing needs the entry, delete it, also in the other languages",
    )


def test_entries_are_well_formed() -> None:
    """Every sentence can be formatted: its placeholders are identifiers."""
    for key, sentences in english().items():
        for sentence in sentences:
            fields = [name for _, name, _, _ in string.Formatter().parse(sentence) if name]
            assert all(name.isidentifier() for name in fields), key


def test_the_count_chooses_the_form() -> None:
    """The count chooses between singular and plural."""
    say = Catalogue().voice("en")
    assert say(Text("move.capture", move="4 → 7", count=1)) == "4 → 7 captures 1"
    assert say(Text("told.losses", name=Name("Ben"), count=1)) == "1 of Ben's warrior" + "s"


def test_a_text_inside_a_text() -> None:
    """A text as an argument is translated into the same language."""
    say = Catalogue().voice("en")
    assert say(Text("computer", level=Text("level.medium"))) == "Computer (medium)"


def test_names_are_escaped() -> None:
    """Only names are passed to the platform's escape function."""
    say = Catalogue().voice("en", escape=str.upper)
    assert say(Text("status.turn", name=Name("Ana"))) == "ANA to move"


MOMENT = Moment(1_795_543_200)  # 2026-11-24 18:00 UTC


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_moment(spanish: Catalogue, language: str) -> None:
    """A point in time is written as a date and time in UTC, with the month in the language."""
    said = spanish.voice(language)(Text("notice.until", moment=MOMENT))
    month = {"en": "Nov", "es": "nov"}[language]
    assert said == f"You have until 24 {month}, 18:00 UTC."


def test_a_moment_as_a_platform_writes_it() -> None:
    """A platform can write points in time itself, also those in a text inside a text."""
    say = Catalogue().voice("en", moment=lambda moment: f"[{int(moment)}]")
    inner = Text("notice.until", moment=MOMENT)
    assert say(Text("lesson.wrong", told=inner, press="A")) == (
        f'You have until [{int(MOMENT)}]. Press "A".'
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_date_in_a_time_zone(spanish: Catalogue, language: str) -> None:
    """A date with a time zone is written as it is there, and says so if it is in UTC."""
    say, month = spanish.voice(language), {"en": "Nov", "es": "nov"}[language]
    for zone, time in (("", "18:00 UTC"), ("Asia/Kathmandu", "23:45")):
        assert say(Text("headline.side", names=moment(MOMENT, zone))) == f"24 {month}, {time}"


def test_a_number_is_no_moment() -> None:
    """A number is written as a number, even if points in time are written by the platform."""
    say = Catalogue().voice("en", moment=lambda _: "then")
    assert say(Text("parchis.told.number", number=3)) == "3"


@pytest.mark.parametrize("language", ["en-GB", "tlh", ""])
def test_an_unknown_language(language: str) -> None:
    """An unknown language falls back to English."""
    assert Catalogue().voice(language)(Text("ended.drawn")) == "It's a draw."


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [((), "en"), (("tlh", "es-MX", "en"), "es"), (("en-GB", "es"), "en"), (("es-419",), "es")],
)
def test_the_first_available_language(
    spanish: Catalogue, wanted: tuple[str, ...], expected: str
) -> None:
    """The first available one of the wanted languages is chosen."""
    assert spanish.language(*wanted) == expected


def test_the_default_language_is_named_once() -> None:
    """Only the catalogue knows the default language."""
    code = (path for folder in ("bot", "docs") for path in (ROOT / folder).rglob("*.py"))
    naming = {path for path in code if "DEFAULT_LANGUAGE" in path.read_text()}
    assert naming == {ROOT / "bot" / "texts" / "catalogue.py"}


def test_a_key_without_an_entry() -> None:
    """A text without an entry raises a KeyError."""
    with pytest.raises(KeyError, match=r"no text for 'no\.such'"):
        Catalogue().voice("en")(Text("no.such"))


@pytest.mark.parametrize(
    ("number", "said"), [(7, "7"), (999, "999"), (1000, "1,000"), (Percent(57), "57%")]
)
def test_numbers_as_the_language_writes_them(number: int, said: str) -> None:
    """Large numbers have separators, and percentages their sign."""
    assert Catalogue().voice("en")(Text("match.party", name="", points=number)).strip() == said


def test_numbers_of_another_language(spanish: Catalogue) -> None:
    """Numbers are written as in the language of the text, whatever they are in English."""
    assert spanish.voice("es")(Text("web.entered", name=12345)) == "12.345 ha llegado."
    assert spanish.voice("es")(Text("web.entered", name=Percent(8))) == "8\xa0% ha llegado."


@pytest.mark.parametrize(("code", "said"), [("PE", "Perú"), ("PH", "Filipinas"), ("XX", "XX")])
def test_countries_as_the_language_names_them(code: str, said: str) -> None:
    """Countries are named in the language of the text; an unknown one keeps its code."""
    shown = Catalogue().voice("es")(Text("me.zone.city", city="Lima", country=Country(code)))
    assert shown == f"Lima, {said}"


def test_alternatives() -> None:
    """Alternatives are listed with "or", other lists with "and"."""
    say = Catalogue().voice("en")
    assert say(Text("headline.side", names=AnyOf(("a", "b")))) == "a or b"
    assert say(Text("headline.side", names=("a", 2, Name("c")))) == "a, 2, and c"
