"""Typed commands are read, and what cannot be read is answered with how to type it."""

import pytest

from bot.table.commands import COMMANDS, BadCommand, Command, intent_of, parse
from bot.table.intents import (
    Abort,
    Accept,
    Cancel,
    Challenge,
    ChangeSettings,
    Close,
    Decline,
    Help,
    Intent,
    ListGames,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    ShowSettings,
)
from bot.table.people import Actor, Platform, User
from bot.table.table import TableId
from bot.texts.catalogue import Catalogue

BEN = Actor(User(Platform.WEB, "ben"), "Ben")
ANA_MARIA = Actor(User(Platform.WEB, "am"), "Ana Maria")
SAY = Catalogue().voice("en")
TABLE = TableId("k3f9qd7m2x")


def find(name: str) -> Actor | None:
    return {"ben": BEN, "ana maria": ANA_MARIA}.get(name.casefold())


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("/puluc challenge @Ben", Challenge(BEN)),
        (
            "/puluc challenge @ben road=9 warriors=3",
            Challenge(BEN, Options("puluc", (("road", "9"), ("warriors", "3")))),
        ),
        ('/puluc challenge @"Ana Maria"', Challenge(ANA_MARIA)),
        ("/puluc challenge", Challenge()),
        ("/PULUC Open puluc word=maize", Challenge(None, Options("puluc"), "maize")),
        ("/puluc practice", Practice("greedy")),
        ("/puluc practice random road=5", Practice("random", Options("puluc", (("road", "5"),)))),
        ("/puluc accept word=maize", Accept(None, "maize")),
        ("/puluc accept k3f9qd7m2x", Accept(TABLE)),
        ("/puluc decline", Decline()),
        ("/puluc cancel", Cancel()),
        ("/puluc board", ShowBoard()),
        ("/puluc resign", Resign()),
        ("/puluc abort", Abort()),
        ("/puluc games", ListGames()),
        ("/puluc settings", ShowSettings()),
        ("/puluc settings thread", ShowSettings()),
        ("/puluc settings placement new", ChangeSettings("placement", "new")),
        ("/puluc settings yes delete-old", ChangeSettings("delete-old", "yes")),
        ("/puluc settings value=no setting=tables", ChangeSettings("tables", "no")),
        ("/puluc close", Close()),
        ("/puluc close k3f9qd7m2x", Close(TABLE)),
        ("/puluc rules", Rules()),
        (
            "/puluc rules bul end=walk-back",
            Rules(Options("bul", (("far-end", "walk-back"),))),
        ),
        ("/puluc help", Help()),
        ("/puluc", Help()),
    ],
)
def test_a_line_means(line: str, intent: Intent) -> None:
    """A command line means one intent."""
    assert parse(line, find) == intent


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("/chess", "command.unknown"),
        ("/puluc dance", "command.unknown"),
        ("/puluc challenge @Zoe", "command.nobody"),
        ("/puluc challenge @Ben @Ben", "command.option"),
        ("/puluc challenge @Ben road=4", "command.number"),
        ("/puluc challenge @Ben road=nine", "command.number"),
        ("/puluc challenge @Ben ruleset=chess", "command.choice"),
        ("/puluc challenge @Ben loudly", "command.choice"),
        ("/puluc practice perfect", "command.option"),
        ("/puluc challenge @Ben size=9", "command.option"),
        ("/puluc games now", "command.option"),
        ("/puluc settings mascot", "command.option"),
        ("/puluc settings new", "command.option"),
        ("/puluc settings thread new", "command.choice"),
        ("/puluc settings thread maybe", "command.choice"),
        ('/puluc challenge @"Ben', "command.bad-quote"),
    ],
)
def test_a_line_that_means_nothing(line: str, key: str) -> None:
    """A command that cannot be read is refused with the reason."""
    with pytest.raises(BadCommand) as refused:
        parse(line, find)
    assert refused.value.text.key == key
    assert SAY(refused.value.text)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_listed_command_is_read(command: Command) -> None:
    """Each command of the list can be typed without options."""
    assert parse(f"/puluc {command.name}", find) is not None


def test_options_that_were_filled_in() -> None:
    """A platform with commands of its own gives their options by name."""
    values = {"ruleset": "bul", "road": "15"}
    challenge = Challenge(BEN, Options("bul", (("road", "15"),)))
    assert intent_of("challenge", values, BEN) == challenge


def test_options_that_were_filled_in_wrongly() -> None:
    """What a platform lets through is checked here once more."""
    with pytest.raises(BadCommand, match=r"command\.number"):
        intent_of("challenge", {"road": "4"}, BEN)
