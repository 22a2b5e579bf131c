"""The terms of a game are typed, completed and refused like its options."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.acts.act import Act
from bot.acts.codec import fits
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.registry import BY_NAME
from bot.commands.command import BadCommand
from bot.commands.commands import Commands
from bot.commands.completion import completions, paces
from bot.commands.lines import challenge_line
from bot.games.catalogue import games
from bot.inbound import typed
from bot.inbound.typed import parse_form
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor, Platform, User
from bot.table.terms import SERIES, TERMS, WINS, Flag, Terms
from bot.texts.catalogue import Catalogue

BEN = Actor(User(Platform.WEB, "ben"), "Ben")
GAMES = games()
KNOWN = Commands(GAMES)
SAY = Catalogue().voice("en")
THREE_DAYS = Terms(Pace(3 * DAY))
MOPAN = Options("aj-sayil", terms=Terms(series=("mopan",)))
EVERY = Terms(Pace(DAY, HOUR), Flag.AUTO, vacation=False, expires=6 * HOUR)

durations = st.integers(1, 30 * DAY // MINUTE).map(lambda minutes: minutes * MINUTE)
lives = st.integers(10, 30 * DAY // MINUTE).map(lambda minutes: minutes * MINUTE)
timed = st.builds(
    Terms,
    st.builds(Pace, durations, st.just(0) | durations),
    st.sampled_from(Flag),
    st.sampled_from((None, True, False)),
    st.just(0) | lives,
)
"""Any terms with a pace; the others mean nothing without one."""

matches = st.sampled_from(WINS).map(lambda wins: Terms(match=wins)) | st.lists(
    st.sampled_from(GAMES.rulesets), min_size=SERIES[0], max_size=SERIES[-1]
).map(lambda keys: Terms(series=tuple(keys)))
"""The terms of any match or series of rulesets."""


def parse(line: str) -> Act:
    return typed.parse(f"/puluc {line}", {"Ben": BEN}.get, GAMES)


def refusal(line: str) -> str:
    with pytest.raises(BadCommand) as refused:
        parse(line)
    return SAY(refused.value.text)


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("challenge @Ben pace=3d", Challenge((BEN,), Options(terms=THREE_DAYS))),
        ("challenge @Ben pace=3 d", Challenge((BEN,), Options(terms=THREE_DAYS))),
        ("challenge pace=3 days @Ben", Challenge((BEN,), Options(terms=THREE_DAYS))),
        ("challenge @Ben pace=3days", Challenge((BEN,), Options(terms=THREE_DAYS))),
        ("challenge pace=3d", Challenge(options=Options(terms=THREE_DAYS))),
        ("open PACE=10M", Open(Options(terms=Terms(Pace(10 * MINUTE))))),
        (
            "open bul pace=1 d + 1 h road=9 flag=AUTO vacation=no expires=6h",
            Open(Options("bul", (("road", "9"),), EVERY)),
        ),
        ("open expires=10m", Open(Options(terms=Terms(expires=10 * MINUTE)))),
        ("challenge @Ben undo=no", Challenge((BEN,), Options(terms=Terms(undo=False)))),
    ],
)
def test_terms_are_read(line: str, intent: Act) -> None:
    """Terms are typed in any order among the options of the game."""
    assert parse(line) == intent


def test_every_term_has_an_option() -> None:
    """Each of the terms can be typed, and nothing else."""
    assert [option.name for option in KNOWN.terms] == list(TERMS)


def test_no_game_has_an_option_of_that_name() -> None:
    """No option of a game has the name of one of the terms."""
    assert not {option.name for option in KNOWN.game_options} & set(TERMS)


@pytest.mark.parametrize(
    "value", ["", "3", "3w", "0m", "90s", "31d", "1d+", "1d+31d", "-1d", "now"]
)
def test_a_wrong_pace(value: str) -> None:
    """A pace that can't be read is refused with the forms and limits of a pace."""
    said = refusal(f"open pace={value}")
    assert all(each in said for each in ("10m", "1d+1h", "from 1m to 30d"))


@pytest.mark.parametrize("value", ["9m", "31d", "1d+1h", "soon"])
def test_a_wrong_expiry(value: str) -> None:
    """A challenge can't be open for less than 10 minutes or more than 30 days."""
    assert "from 10m to 30d" in refusal(f"open expires={value}")


@pytest.mark.parametrize("term", ["flag=ask", "vacation=yes"])
def test_terms_that_need_a_pace(term: str) -> None:
    """Terms about the clock are refused without one, and the refusal says how to add it."""
    assert "pace=3d" in refusal(f"challenge @Ben {term}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("open pace=3d flag=maybe", 'flag= must be ask or auto, not "maybe".'),
        ("open pace=3d vacation=maybe", 'vacation= must be yes or no, not "maybe".'),
        ("open pace=3d pace=1d", "You've given pace= twice. Give it once."),
        ("open pace 3d", "Write an option and its value without spaces, as in pace=10m."),
    ],
)
def test_a_wrong_term(line: str, said: str) -> None:
    """A term with a mistake is refused like an option with that mistake."""
    assert refusal(line) == said


def test_a_misspelt_term() -> None:
    """A misspelt term is answered with the closest known one."""
    assert refusal("open pac=3d").endswith(" Did you mean pace?")


@pytest.mark.parametrize("term", ["pace=3d", "flag=auto", "vacation=no", "expires=1d", "undo=no"])
def test_practice_has_no_terms(term: str) -> None:
    """Practice refuses every term, and says what to do."""
    name, _, _ = term.partition("=")
    assert refusal(f"practice {term}").startswith(f"{name}= is only for games between people.")


def test_rules_have_no_terms() -> None:
    """The rules of a game don't depend on its terms."""
    assert refusal("rules pace=3d").startswith('There\'s no option "pace".')


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("open match=3", Open(Options(terms=Terms(match=3)))),
        ("practice easy bul match=2", Practice("easy", Options("bul", terms=Terms(match=2)))),
        ("open series", Open(MOPAN)),
        ("challenge @Ben SERIES", Challenge((BEN,), MOPAN)),
        ("practice series", Practice("medium", MOPAN)),
        ("open series=Mopan", Open(MOPAN)),
        ("open aj-tiwil series=mopan", Open(MOPAN)),
        (
            "open series=Puluc,BUL,boolik",
            Open(Options("puluc", terms=Terms(series=("puluc", "bul", "boolik")))),
        ),
        (
            'open series="Aj t\'iwil,Kekchi puluc" pace=3d',
            Open(Options("aj-tiwil", terms=Terms(Pace(3 * DAY), series=("aj-tiwil", "kekchi")))),
        ),
        (
            "challenge series=bul, boolik, bul @Ben road=9",
            Challenge(
                (BEN,),
                Options("bul", (("road", "9"),), Terms(series=("bul", "boolik", "bul"))),
            ),
        ),
    ],
)
def test_a_match(line: str, intent: Act) -> None:
    """A match is typed as a number of wins, a series as its name or rulesets, however written.

    Without a ruleset, or with one of the series, the ruleset is that of the first game.
    """
    assert parse(line) == intent


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("open match=1", 'match= must be a number from 2 to 10, not "1".'),
        ("open match=3 series", "Use match= or series=, not both."),
        ("open series series=mopan", "You've given series= twice. Give it once."),
        (
            "open puluc series=mopan",
            "The series doesn't include puluc. Leave puluc out, or add it to series=.",
        ),
        *(
            (
                f"open series={rulesets}",
                (
                    "A series must have 2 to 11 games. "
                    "For several games with one ruleset, use match=3."
                ),
            )
            for rulesets in ("puluc", ",".join(["bul"] * 12), "mopan,mopan,mopan")
        ),
    ],
)
def test_a_wrong_match(line: str, said: str) -> None:
    """A match or series with a mistake is refused with what to type instead."""
    assert refusal(line) == said


@pytest.mark.parametrize("value", ["", ",", "puluc,", "puluc,,bul", "chess,bul"])
def test_an_unknown_ruleset_in_a_series(value: str) -> None:
    """A series with an unknown ruleset is refused with the known ones."""
    assert "Rulesets: mopan, puluc, bul," in refusal(f'open "series={value}"')


def test_a_misspelt_ruleset_in_a_series() -> None:
    """A misspelt ruleset in a series is answered with the closest known one."""
    assert refusal("open series=puluc,bolik").endswith(" Did you mean boolik?")


@pytest.mark.parametrize(
    ("line", "carried"), [("series=puluc,bul,boolik", True), ("series=" + "aj-tiwil," * 9, False)]
)
def test_the_length_of_a_series(line: str, carried: bool) -> None:
    """A button can carry a short series, but not a long one."""
    assert fits(parse(f"challenge {line.removesuffix(',')}")) is carried


@pytest.mark.parametrize(
    ("typed", "further"),
    [
        ("series=m", ["series=mopan"]),
        ("series=puluc,bo", ["series=puluc,boolik"]),
        ("series=bul,aj-s", [f"series=bul,aj-s{ant}" for ant in ("ayil", "inaanil", "akalil")]),
        ("match=", [f"match={wins}" for wins in (2, 3, 10, 4, 5, 6, 7, 8, 9)]),
    ],
)
def test_a_match_is_completed(typed: str, further: list[str]) -> None:
    """The rulesets of a series are completed one by one, and a match offers numbers of wins."""
    assert [each.line for each in completions(typed, KNOWN.terms)] == further


@given(
    st.builds(Terms, expires=st.just(0) | lives)
    | timed
    | matches
    | st.builds(lambda time, match: replace(time, match=match.match), timed, matches)
)
def test_a_line_that_challenges(terms: Terms) -> None:
    """The line that challenges a player chosen from a list carries the terms."""
    options = Options(next(iter(terms.series), "bul"), (("seats", "2"),), terms)
    line = challenge_line("Ben", options)
    assert typed.parse(line, {"Ben": BEN}.get, GAMES) == Challenge((BEN,), options)


def test_a_form() -> None:
    """On a platform with forms, the pace has a field, and the other terms are in the line."""
    values = {"pace": "3d", "options": "road=9 flag=auto"}
    terms = Terms(Pace(3 * DAY), Flag.AUTO)
    assert parse_form("open", values, GAMES) == Open(Options("puluc", (("road", "9"),), terms))


def test_a_pace_in_the_field_and_in_the_line() -> None:
    """A pace given in its field and in the line is refused."""
    with pytest.raises(BadCommand) as refused:
        parse_form("open", {"pace": "3d", "options": "pace=1d"}, GAMES)
    assert refused.value.text.key == "command.twice"


@pytest.mark.parametrize("name", ["challenge", "open", "change"])
def test_a_line_of_a_form_is_completed(name: str) -> None:
    """The line completes all terms except the pace, which has a field."""
    options = KNOWN.line_options_of(BY_NAME[name], "bul")
    offered = [each.line for each in completions("", options)]
    every = ["flag=", "vacation=", "expires=", "hints=", "undo=", "calls=", "thread="]
    assert offered[-9:] == [*every, "match=", "series="]
    assert "pace=" not in offered


def test_a_line_of_practice_has_no_terms() -> None:
    """The line of a practice game completes the options of the game and those of a match."""
    game, line = KNOWN.game_options_of("bul"), KNOWN.line_options_of(BY_NAME["practice"], "bul")
    assert line[: len(game)] == game
    assert [option.name for option in line[len(game) :]] == ["match", "series"]


def test_values_are_completed() -> None:
    """A term without a fixed list of values is completed with usual ones."""
    lines = [each.line for each in completions("pace=", KNOWN.terms)]
    assert lines == [f"pace={value}" for value in ("10m", "12h", "1d", "3d", "7d", "1d+1h")]


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("", ["10m", "12h", "1d", "3d", "7d", "1d+1h"]),
        ("1", ["10m", "12h", "1d", "1d+1h"]),
        ("1d", ["1d", "1d+1h"]),
        ("36H", ["36h"]),
        ("31d", []),
    ],
)
def test_paces(begun: str, offered: list[str]) -> None:
    """The pace that is typed comes first, then usual paces that begin like it."""
    assert [str(pace) for pace in paces(begun)] == offered
