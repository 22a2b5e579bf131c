"""Button payloads fit every platform, and decoding accepts nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.codes import LIMIT, BadCode, decode, encode
from bot.table.ids import TableId
from bot.table.intents import (
    Abort,
    Accept,
    AddComputer,
    Alter,
    Answer,
    Ask,
    AskHint,
    Begin,
    Cancel,
    Challenge,
    ChangeMe,
    ChooseInvited,
    ChooseOpponent,
    ChooseOptions,
    Claim,
    Decline,
    Demo,
    Dismiss,
    Extend,
    ForgetMe,
    GiveWord,
    HandOver,
    Intent,
    Join,
    KeepPlaying,
    Learn,
    Leave,
    LeaveMatch,
    ListGames,
    MenuTopic,
    Move,
    Next,
    Nudge,
    Options,
    Play,
    Practice,
    Rematch,
    Resign,
    Resume,
    Rules,
    ShowBoard,
    ShowMe,
    ShowMenu,
    ShowOdds,
    ShowRecord,
    ShowReview,
    ShowSeries,
    ShowSettings,
    Shuffle,
    Start,
    TableRules,
    TakeSeat,
    Verify,
)
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Platform, User
from bot.table.table import Wish
from bot.table.terms import Flag, Terms
from engine.road.rulesets import RULESETS

TABLE = TableId("k3f2qd7m2x")
OF_TABLE = (
    Accept,
    Decline,
    Cancel,
    Abort,
    ShowBoard,
    TableRules,
    ShowMenu,
    Rematch,
    Verify,
    ShowRecord,
    Resume,
    Nudge,
    Claim,
    Extend,
    KeepPlaying,
    Leave,
    Start,
    AddComputer,
    ChooseInvited,
    Shuffle,
    ChooseOptions,
    TakeSeat,
    LeaveMatch,
    AskHint,
    ShowOdds,
    ShowReview,
)

LEVELS = ("easy", "medium", "hard", "perfect")

tables = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=10, max_size=10).map(TableId)
moves = st.from_regex(r"(ba?|[1-9][0-9]?([aAbB]([1-9][ab])?)?)[+-][1-9]", fullmatch=True)
chosen = st.builds(
    Options,
    st.sampled_from(sorted(RULESETS)),
    st.sampled_from(((), (("road", "9"), ("after-capture", "return")))),
)
terms = st.sampled_from(
    [
        Terms(Pace(3 * DAY)),
        Terms(Pace(DAY, HOUR), Flag.AUTO),
        Terms(expires=6 * HOUR),
        Terms(hints=True),
    ]
)
timed = st.builds(Options, st.sampled_from(sorted(RULESETS)), terms=terms)
several = st.builds(
    Options,
    st.just("aj-sayil"),
    st.sampled_from(((), (("seats", "16"),))),
    st.sampled_from((Terms(match=3), Terms(series=("mopan",)), Terms(series=("puluc", "bul")))),
)
seats = st.integers(0, 15)
intents: st.SearchStrategy[Intent] = st.one_of(
    st.builds(ShowMenu, tables, st.sampled_from(MenuTopic)),
    st.builds(Move, tables, st.integers(1, 999_999_999), moves),
    *(st.builds(kind, chosen) for kind in (Rules, ChooseOpponent)),
    st.builds(ChooseOpponent, timed),
    st.builds(Challenge, st.just(()), chosen | timed | several),
    st.builds(Practice, st.sampled_from(LEVELS), chosen),
    st.builds(Demo, st.sampled_from(LEVELS), chosen),
    st.sampled_from((Play(), ListGames(), Next(), ShowSettings(), ShowSeries(), Rules())),
    st.builds(Join, tables, st.integers(0, 3), st.none() | st.integers(1, 999_999_999)),
    st.builds(AddComputer, tables, st.integers(0, 3), st.sampled_from(LEVELS)),
    st.builds(Start, tables, st.none() | st.sampled_from(Begin)),
    *(st.builds(kind, tables, seats) for kind in (Dismiss, HandOver, TakeSeat)),
    st.builds(LeaveMatch, tables, st.booleans()),
    st.builds(ChooseOptions, tables, st.sampled_from(("ruleset", "pace", "after-capture"))),
    st.builds(
        lambda table, *change: Alter((change,), table),
        tables,
        st.sampled_from(("ruleset", "series", "level")),
        st.sampled_from(("aj-sayil", "puluc,bul", "1d+1h", *LEVELS)),
    ),
    st.builds(Resign, tables, st.booleans()),
    st.builds(
        Learn, st.integers(0, 99), st.just("") | moves, st.just("") | st.sampled_from(("parchis",))
    ),
    *(st.builds(kind, tables) for kind in OF_TABLE),
    st.builds(Accept, tables, revision=st.integers(1, 999_999_999)),
    st.builds(GiveWord, st.just(""), tables),
    st.builds(Ask, st.sampled_from(Wish), tables),
    st.builds(Answer, tables, st.integers(1, 999_999_999), st.booleans()),
    st.builds(ForgetMe, st.sampled_from(("", "17", "9223372036854775807", "u7f3a"))),
    st.builds(ShowMe, st.sampled_from(("", "quiet", "zone"))),
    st.builds(
        lambda *change: ChangeMe((change,)),
        st.sampled_from(("zone", "quiet")),
        st.sampled_from(("America/Argentina/Buenos_Aires", "+05:30", "-11:00", "22-8", "off")),
    ),
)


@given(intents)
def test_a_round_trip(intent: Intent) -> None:
    """Decoding a payload returns the intent that was encoded."""
    assert decode(encode(intent)) == intent


@given(intents)
def test_a_payload_fits_every_platform(intent: Intent) -> None:
    """No payload is longer than the strictest platform allows."""
    assert len(encode(intent).encode()) <= LIMIT


def test_a_payload_that_does_not_fit_is_refused() -> None:
    """A move whose notation is too long can't be encoded."""
    with pytest.raises(ValueError, match="does not fit"):
        encode(Move(TableId("k3f9qd7m2x"), 1, "9" * 60))


def test_a_longer_payload_is_not_decoded() -> None:
    """A forged payload that is longer than any button's raises BadCode."""
    longest = f"1m.{TABLE}.1."
    longest += "9" * (LIMIT - len(longest))
    assert isinstance(decode(longest), Move)
    with pytest.raises(BadCode):
        decode(longest + "9")


def test_an_intent_with_free_text_is_refused() -> None:
    """A challenge to a player, a word for the throws, or several changes can't be encoded."""
    ben = Actor(User(Platform.WEB, "ben"), "Ben")
    two = ChangeMe((("reminders", "less"), ("quiet", "off")))
    odd = ChangeMe((("zone", "Europe*Berlin"),))  # would be read as another one
    for intent in (Challenge((ben,)), GiveWord("maize", TABLE), Accept(TABLE, "maize"), two, odd):
        with pytest.raises(ValueError, match="no button"):
            encode(intent)


@pytest.mark.parametrize("value", ["", "9.5", "9_5", "9*5", "corn and beans"])
def test_an_option_with_any_text_is_refused(value: str) -> None:
    """An option whose value would be read as another one can't be encoded."""
    options = Options("bul", (("road", value),))
    for intent in (Challenge((), options), Alter((("road", value),), TABLE)):
        with pytest.raises(ValueError, match="no button"):
            encode(intent)


def test_a_button_of_an_earlier_release() -> None:
    """An Accept without a revision is valid: challenges of earlier releases have such buttons."""
    assert decode(f"1a.{TABLE}") == Accept(TABLE)


@pytest.mark.parametrize("step", ["", "-1", "01", "100", "1.b+1.2", "x", "parchis", "parchis.-1"])
def test_invalid_steps(step: str) -> None:
    """A tutorial step that is malformed or not a small number raises BadCode."""
    with pytest.raises(BadCode):
        decode(f"1l.{step}")


@pytest.mark.parametrize(
    "forged",
    [
        f"1j.{TABLE}.wish",
        f"1j.{TABLE}.agree",
        f"1j.{TABLE}.agree.x",
        f"1j.{TABLE}.agree.1abcd",
        f"1j.{TABLE}.undo.1",
        f"1j.{TABLE}",
        "1j.short.claim",
        "1s.puluc.pace_31d",
        "1s.puluc.flag_never",
    ],
)
def test_forged_agreements(forged: str) -> None:
    """A payload with an unknown wish, a bad revision or bad terms raises BadCode."""
    with pytest.raises(BadCode):
        decode(forged)


@given(st.text(max_size=80))
def test_any_text_is_decoded_or_refused(code: str) -> None:
    """Any text is either a valid payload or raises BadCode."""
    try:
        intent = decode(code)
    except BadCode:
        return
    # A revision can have leading zeros.
    assert encode(intent) == code or isinstance(intent, Move | Accept | Answer)


@given(intents, st.data())
def test_a_mutated_payload_is_decoded_or_refused(intent: Intent, data: st.DataObject) -> None:
    """A payload with one character changed raises nothing but BadCode."""
    code = encode(intent)
    at = data.draw(st.integers(0, len(code) - 1))
    forged = code[:at] + data.draw(st.characters()) + code[at + 1 :]
    try:
        decode(forged)
    except BadCode as refused:
        assert str(refused) == "not a button of this game"  # noqa: PT017 - both outcomes are right
