"""Nothing that people read is cut, in any language."""

import ast
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import pytest

from bot.games.catalogue import games
from bot.inbound.typed import parse_game
from bot.on_discord.components import MAX_LENGTH as LABEL
from bot.on_telegram.answers import ALERT_LENGTH as ALERT
from bot.table.ports import Down
from bot.table.table import Table
from bot.texts.catalogue import Catalogue
from engine.parchis.reason import Reason as ParchisReason
from engine.road.reason import Reason
from engine.text import Text
from renderer.fitting import ALT_LIMIT, BOARD_LIMIT
from scripts.languages import Entry, entries, languages, placeholders
from tests.bot.texts.test_catalogue import code
from tests.presses import tables

HAVE: Final = ["en", *languages()]

SEEN: Final = 36
"""How many characters of a button's label a phone shows."""

LABELS: Final = ("button.", "me.button.", "notice.go", "option.", "options.", "play.", "start.f")
"""How the keys of labels begin, but for those of moves."""

LONG: Final = {"me.button.no-summer-time", "play.what"}
"""A label with a city and a time, and a text that isn't a label."""

PLAYED: Final = (
    *("puluc", "kekchi", "footprints", "a-kaakil", "aj-sinaanil seats=8"),
    "parchis seats=4 start=out end=first",
)


LIMITS: Final = {
    Text("discord.commands"): 100,
    Text("discord.menu"): 32,
    Text("parchis.board.counts", home="4", goal="4"): 17,
    Text("parchis.board.pairs", one="Y+R", other="B+G"): 30,
    Text("telegram.about"): 120,
    Text("telegram.description"): 512,
}
"""The most characters of texts that would be cut or refused otherwise."""

SOME: Final = 10
"""Every tenth state of a game is described, which is enough to find what is too long."""


def filled(form: str) -> str:
    """A form with a name of 32 characters, Discord's longest, and with other things of 10."""
    fills = dict.fromkeys(placeholders(form), "9" * 10)
    fills |= {name: "W" * 32 for name in ("name", "other") if name in fills}
    fills |= {name: "99" for name in ("count", "number", "limit", "low", "high") if name in fills}
    return form.format(**fills)


def longest(entry: Entry) -> int:
    """The length of the longest form of a text."""
    return max(map(len, map(filled, entry.forms)))


def refusals() -> Iterator[str]:
    """The keys of what is said in alerts, if a press is refused."""
    for node in code():
        match node:
            case ast.Call(func=ast.Name(id="Refusal"), args=args):
                for arg in args:
                    yield from (
                        each.value
                        for each in ast.walk(arg)
                        if isinstance(each, ast.Constant) and isinstance(each.value, str)
                    )
    yield from (f"illegal.{reason}" for reason in (*Reason, *ParchisReason))
    yield from (f"store.{reason}" for reason in Down)
    yield from ("act.busy", "act.failed", "press.unknown")


@pytest.mark.parametrize("language", HAVE)
def test_labels(language: str) -> None:
    """A button's label with a long name has room on Discord, and a fixed one on a phone."""
    labels = [each for each in entries(language).values() if each.key.startswith(LABELS)]
    english = entries("en")
    assert [
        each.key for each in labels if longest(each) > LABEL >= longest(english[each.key])
    ] == []
    fixed = [each for each in labels if each.key.startswith(("button.", "me.button.", "play."))]
    long = {each.key for each in fixed if longest(each) > SEEN and not placeholders(each.forms[0])}
    assert long <= LONG


@pytest.mark.parametrize("language", HAVE)
def test_alerts(language: str) -> None:
    """What an alert on Telegram has room for in English, it has room for in any language."""
    english, known = entries("en"), entries(language)
    keys = {key for key in refusals() if key in english and key in known}
    assert len(keys) > 100
    assert [key for key in keys if longest(known[key]) > ALERT >= longest(english[key])] == []


@pytest.mark.parametrize("language", HAVE)
@pytest.mark.parametrize(("text", "most"), LIMITS.items())
def test_limits(language: str, text: Text, most: int) -> None:
    """What has little room is short enough."""
    assert len(Catalogue().voice(language)(text)) <= most


@cache
def played() -> Sequence[Table]:
    """The states of a game of each kind."""
    chance = random.Random(1)
    headers = (games().header(parse_game(words, games())) for words in PLAYED)
    return [
        table for header in headers for table, _ in tables(games().game(header), "easy", chance)
    ]


@cache
def moves() -> frozenset[Text]:
    """The labels of all moves of these games."""
    say = Catalogue().voice("en")
    scenes = (games().scene(table, say) for table in played())
    return frozenset(each.text for scene in scenes for each in (*scene.choices, *scene.moves))


@pytest.mark.parametrize("language", languages())
def test_labels_of_moves(language: str) -> None:
    """The label of a move that has room on Discord in English, has room in any language."""
    english, say = Catalogue().voice("en"), Catalogue().voice(language)
    assert len(moves()) > 100
    assert [say(text) for text in moves() if len(say(text)) > LABEL >= len(english(text))] == []


@pytest.mark.parametrize("language", HAVE)
def test_boards_in_words(language: str) -> None:
    """The description of a board, and a board of letters, aren't cut."""
    say = Catalogue().voice(language)
    for table in played()[::SOME]:
        board = games().scene(table, say).board
        assert len(board.alt()) < ALT_LIMIT
        assert len(board.letters()) <= BOARD_LIMIT


def test_a_filled_label() -> None:
    """Long names are put into labels to measure them."""
    assert filled("Remove {name}: {count}, {other}") == f"Remove {'W' * 32}: 99, {'W' * 32}"
