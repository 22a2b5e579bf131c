"""Sentences that address their reader."""

import pytest

from bot.texts.addressed import Addressing
from bot.texts.catalogue import Catalogue
from engine.text import Name, Say, Text

ANA, BEN = Name("Ana"), Name("Ben")
COMPUTER = Text("computer", level=Text("level.medium"))
DEED = Text("deed.step", name=ANA, start=3, end=5)


def say_to(you: Name) -> Say:
    """Return a translator that addresses somebody at a game with one computer."""
    catalogue = Catalogue()
    addressing = Addressing((you,), {COMPUTER: Text("table-page.computer")})
    return addressing.say(catalogue, catalogue.voice("en"))


@pytest.mark.parametrize(
    ("you", "said"), [(ANA, "You move from 3 to 5"), (BEN, "Ana moves from 3 to 5")]
)
def test_who_does_something(you: Name, said: str) -> None:
    """Who does something is addressed, and others are named."""
    assert say_to(you)(DEED) == said


def test_whom_something_is_done_to() -> None:
    """Whoever else a sentence is about is addressed by an entry of its own."""
    helped = Text("told.helps", name=BEN, partner=ANA, deed=Text("told.plain", deed=DEED))
    assert say_to(ANA)(helped) == "Ben helps you: You move from 3 to 5."


def test_a_list_of_the_reader_alone() -> None:
    """A list with nobody else in it is addressed like a name."""
    catalogue = Catalogue()
    say = Addressing([(ANA,)]).say(catalogue, catalogue.voice("en"))
    deed = Text("parchis.told.step", start="12", end="16")
    told = [
        say(Text("parchis.told.captures", deed=deed, prey=prey, count=len(prey)))
        for prey in ((ANA,), (BEN,), (ANA, BEN))
    ]
    assert told == [
        "12 to 16, capturing your piece",
        "12 to 16, capturing Ben",
        "12 to 16, capturing Ana and Ben",
    ]


def test_inside_a_sentence() -> None:
    """A text inside another one addresses the reader, too, with the right form of its plural."""
    losses = Text("told.losses", name=ANA, count=2)
    captured = Text(
        "told.captures", deed=Text("deed.step", name=BEN, start=1, end=2), losses=(losses,)
    )
    assert say_to(ANA)(captured) == "Ben moves from 1 to 2, capturing 2 of your warriors."


def test_a_sentence_without_such_an_entry() -> None:
    """A sentence that has no entry for its reader names them."""
    assert say_to(ANA)(Text("status.turn", name=ANA)) == "Ana to move"


def test_a_computer() -> None:
    """The only computer is called that, without its level."""
    assert say_to(ANA)(Text("status.turn", name=COMPUTER)) == "Computer to move"
