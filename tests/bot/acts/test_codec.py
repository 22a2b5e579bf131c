"""Codes of acts fit every platform, and decoding accepts nothing else."""

from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.acts.act import Act
from bot.acts.codec import LIMIT, BadCode, parts_of
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import How, Start
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter
from bot.acts.gather.open import Open
from bot.acts.gather.word import GiveWord
from bot.acts.me.forget import ForgetMe
from bot.acts.named import ACTS
from bot.acts.play.move import Move
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.acts.registry import decode, read_link
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Platform, User
from bot.table.terms import Flag, Terms
from engine.road.rulesets import RULESETS

TABLE = TableId("k3f2qd7m2x")
BEN = Actor(User(Platform.WEB, "ben"), "Ben")

numbers = st.integers(0, 999_999_999)
tables = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=10, max_size=10).map(TableId)
terms = st.sampled_from(
    [
        Terms(),
        Terms(Pace(3 * DAY)),
        Terms(Pace(DAY, HOUR), Flag.AUTO),
        Terms(expires=6 * HOUR),
        Terms(match=3),
        Terms(series=("puluc", "bul")),
    ]
)
games = st.builds(
    Options,
    st.sampled_from(sorted(RULESETS)),
    st.sampled_from(((), (("road", "9"),), (("seats", "16"),))),
    terms,
)
changes = st.just((("ruleset", "aj-sinaanil"), ("size", "classic"))) | st.tuples(
    st.sampled_from(
        (
            ("road", "9"),
            ("series", "puluc,bul"),
            ("zone", "America/Argentina/Buenos_Aires"),
            ("zone", "+05:30"),
            ("quiet", "22-8"),
        )
    )
)
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    TableId: tables,
    TableId | None: st.none() | tables,
    int: numbers,
    int | None: st.none() | numbers,
    bool: st.booleans(),
    How | None: st.none() | st.sampled_from(How),
    Options: games,
    Options | None: st.none() | games,
    tuple[tuple[str, str], ...]: changes,
}


def digests(letters: int) -> st.SearchStrategy[str]:
    return st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=letters, max_size=letters)


BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "move": st.from_regex(r"(ba?|[1-9][0-9]?([aAbB]([1-9][ab])?)?)[+-][1-9]", fullmatch=True),
    "mark": st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=6) | st.just(""),
    **dict.fromkeys(("who", "host", "player", "former"), st.just("") | digests(6)),
    "agreement": st.just("") | digests(24),
    "whom": st.just("") | digests(24),
    "secret": digests(24),
    **dict.fromkeys(("code", "whom"), st.just("") | digests(24)),
    "level": st.sampled_from(("easy", "medium", "hard", "perfect")),
    "ruleset": st.sampled_from(("", *sorted(RULESETS))),
    "shelf": st.sampled_from(("", "teams", "family")),
    "topic": st.sampled_from(("", "dismiss", "after-capture", "quiet")),
    "sure_of": st.sampled_from(("", "17", "9223372036854775807", "u7f3a")),
    "name": st.just("placement"),
    "value": st.just("new"),
}


def built(kind: type[Act]) -> st.SearchStrategy[Act]:
    """Acts of a kind, with any values in the fields that buttons carry."""
    hints = get_type_hints(kind)
    carried = [each for each in fields(kind) if each.metadata.get("buttons", True)]
    known = {each.name: BY_NAME.get(each.name, BY_TYPE.get(hints[each.name])) for each in carried}
    unknown = [name for name, values in known.items() if values is None]
    assert not unknown, f"add values for {unknown} of {kind.__name__} to BY_TYPE or BY_NAME"
    return st.builds(kind, **known)


acts = st.sampled_from([*ACTS.values()]).flatmap(built)


@given(acts)
def test_a_round_trip(act: Act) -> None:
    """Decoding a code returns the act that has it."""
    assert decode(act.code) == act


@given(acts)
def test_a_code_fits_every_platform(act: Act) -> None:
    """No code is longer than the strictest platform allows."""
    assert len(act.code.encode()) <= LIMIT


def test_a_code_that_does_not_fit_is_refused() -> None:
    """A move whose notation is too long has no code."""
    act = Move(TABLE, 1, "9" * 60)
    with pytest.raises(ValueError, match="does not fit"):
        str(act.code)


def test_a_longer_code_is_not_decoded() -> None:
    """A forged code that is longer than any button's raises BadCode."""
    longest = f"1move.{TABLE}.1."
    longest += "9" * (LIMIT - len(longest))
    assert isinstance(decode(longest), Move)
    with pytest.raises(BadCode):
        decode(longest + "9")


@pytest.mark.parametrize(
    "act",
    [
        Challenge((BEN,)),
        GiveWord(TABLE, "maize"),
        Accept(TABLE, "maize"),
    ],
    ids=lambda act: type(act).__name__,
)
def test_what_no_button_carries(act: Act) -> None:
    """A challenge to a person or a word for the throws has no code."""
    with pytest.raises(ValueError, match="no button"):
        str(act.code)


@pytest.mark.parametrize("value", ["", "9.5", "9€5", "corn and beans"])
def test_an_option_with_any_text_is_refused(value: str) -> None:
    """An option whose value would be read as another one has no code."""
    options = Options("bul", (("road", value),))
    for act in (Open(options), Alter(TABLE, (("road", value),))):
        with pytest.raises(ValueError, match="no button"):
            str(act.code)


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "1",
        "move",
        "2play",
        "1unknown",
        "1play.",
        "1play.x",
        "1undo.short",
        f"1undo.{TABLE}.1",
        f"1undo.{TABLE}.",
        f"1answer.{TABLE}",
        f"1answer.{TABLE}.x.y",
        f"1answer.{TABLE}.1.maybe",
        f"1begin.{TABLE}.never",
        f"1accept.{TABLE}.01",
        f"1move.{TABLE}..b+3",
        "1learn.-1",
        "1learn.01",
        "1learn.1234567890",
        "1learn.0",
        "1o.puluc.pace.31d",
        "1o.puluc.flag.never",
        "1o.puluc.road",
        "1o.puluc",
    ],
)
def test_forged_codes(forged: str) -> None:
    """A code of no act, or that no act is written as, raises BadCode."""
    with pytest.raises(BadCode):
        decode(forged)


@given(st.text(max_size=80))
def test_any_text_is_decoded_or_refused(code: str) -> None:
    """Decoding either returns an act with this very code or raises BadCode."""
    try:
        act = decode(code)
    except BadCode:
        return
    assert act.code == code


@pytest.mark.parametrize(
    "act",
    [
        Resign(TABLE, sure=True),
        LeaveMatch(TABLE, sure=True),
        Start(TABLE, How.FILL),
        ForgetMe("ana"),
    ],
    ids=lambda act: type(act).__name__,
)
def test_links_confirm_nothing(act: Act) -> None:
    """What a button confirms can't be in a link, which anyone can have others follow."""
    with pytest.raises(ValueError, match="no button or link"):
        parts_of(act, on_link=True)
    with pytest.raises(BadCode):
        read_link(parts_of(act))


def test_links_carry_what_declares_it() -> None:
    """A link can't carry what doesn't declare it, such as a resignation without confirmation."""
    with pytest.raises(BadCode):
        read_link(parts_of(Resign(TABLE)))
