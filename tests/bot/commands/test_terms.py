"""The terms of a game are typed, completed and refused like its options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import typed
from bot.commands.commands import BY_NAME, TERM_OPTIONS, BadCommand, Commands
from bot.commands.completion import completions, paces
from bot.commands.typed import challenge_line, parse_form
from bot.games.catalogue import games
from bot.table.intents import Challenge, ChooseOpponent, Intent, Options
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor, Platform, User
from bot.table.terms import TERMS, Flag, Terms
from bot.texts.catalogue import Catalogue

BEN = Actor(User(Platform.WEB, "ben"), "Ben")
GAMES = games()
SAY = Catalogue().voice("en")
THREE_DAYS = Terms(Pace(3 * DAY))
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


def parse(line: str) -> Intent:
    return typed.parse(f"/puluc {line}", {"Ben": BEN}.get, GAMES)


def refusal(line: str) -> str:
    with pytest.raises(BadCommand) as refused:
        parse(line)
    return SAY(refused.value.text)


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("challenge @Ben pace=3d", Challenge((BEN,), Options(terms=THREE_DAYS))),
        ("challenge pace=3d", ChooseOpponent(Options(terms=THREE_DAYS))),
        ("open PACE=10M", Challenge((), Options(terms=Terms(Pace(10 * MINUTE))))),
        (
            "open bul pace=1d+1h road=9 flag=AUTO vacation=no expires=6h",
            Challenge((), Options("bul", (("road", "9"),), EVERY)),
        ),
        ("open expires=10m", Challenge((), Options(terms=Terms(expires=10 * MINUTE)))),
    ],
)
def test_terms_are_read(line: str, intent: Intent) -> None:
    """Terms are typed in any order among the options of the game."""
    assert parse(line) == intent


def test_every_term_has_an_option() -> None:
    """Each of the terms can be typed, and nothing else."""
    assert [option.name for option in TERM_OPTIONS] == list(TERMS)


def test_no_game_has_an_option_of_that_name() -> None:
    """No option of a game has the name of one of the terms."""
    assert not {option.name for option in Commands(GAMES).game_options} & set(TERMS)


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
        ("open pace 3d", "Write pace= and its value without spaces, as in road=9."),
    ],
)
def test_a_wrong_term(line: str, said: str) -> None:
    """A term with a mistake is refused like an option with that mistake."""
    assert refusal(line) == said


def test_a_misspelt_term() -> None:
    """A misspelt term is answered with the closest known one."""
    assert refusal("open pac=3d").endswith(" Did you mean pace?")


@pytest.mark.parametrize("term", ["pace=3d", "flag=auto", "vacation=no", "expires=1d"])
def test_practice_has_no_terms(term: str) -> None:
    """Practice refuses every term, and says what to do."""
    name, _, _ = term.partition("=")
    assert refusal(f"practice {term}").startswith(f"{name}= is only for games between people.")


def test_rules_have_no_terms() -> None:
    """The rules of a game don't depend on its terms."""
    assert refusal("rules pace=3d").startswith('There\'s no option "pace".')


@given(st.builds(Terms, expires=st.just(0) | lives) | timed)
def test_a_line_that_challenges(terms: Terms) -> None:
    """The line that challenges a player chosen from a list carries the terms."""
    options = Options("bul", (("road", "9"),), terms)
    line = challenge_line("Ben", options)
    assert typed.parse(line, {"Ben": BEN}.get, GAMES) == Challenge((BEN,), options)


def test_a_form() -> None:
    """On a platform with forms, the pace has a field, and the other terms are in the line."""
    values = {"pace": "3d", "options": "road=9 flag=auto"}
    terms = Terms(Pace(3 * DAY), Flag.AUTO)
    assert parse_form("open", values, GAMES) == Challenge(
        (), Options("puluc", (("road", "9"),), terms)
    )


def test_a_pace_in_the_field_and_in_the_line() -> None:
    """A pace given in its field and in the line is refused."""
    with pytest.raises(BadCommand) as refused:
        parse_form("open", {"pace": "3d", "options": "pace=1d"}, GAMES)
    assert refused.value.text.key == "command.twice"


@pytest.mark.parametrize("name", ["challenge", "open"])
def test_a_line_of_a_form_is_completed(name: str) -> None:
    """The line completes all terms except the pace, which has a field."""
    options = Commands(GAMES).line_options_of(BY_NAME[name], "bul")
    offered = [each.line for each in completions("", options)]
    assert offered[-3:] == ["flag=", "vacation=", "expires="]
    assert "pace=" not in offered


def test_a_line_of_practice_has_no_terms() -> None:
    """The line of a practice game completes only the options of the game."""
    known = Commands(GAMES)
    assert known.line_options_of(BY_NAME["practice"], "bul") == known.game_options_of("bul")


def test_values_are_completed() -> None:
    """A term without a fixed list of values is completed with usual ones."""
    lines = [each.line for each in completions("pace=", TERM_OPTIONS)]
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
