"""Hints of the road games: what applies to a position, and nothing else."""

from dataclasses import replace

import pytest

from bot.games.catalogue import games
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.text import Text
from tests.bot.show.offer import BEN, OFFER

GAMES = games()
SAY = Catalogue().voice("en")
ROAD = "road=11 warriors=5"


def hints(
    position: str, cast: str, header: str = f"puluc {ROAD} table=kernels casts=one"
) -> list[str]:
    """What is to be known of a position, said aloud."""
    table = replace(
        OFFER,
        header=header,
        status=Status.PLAYING,
        seats=(OFFER.host, BEN),
        position=position,
        lying=(cast,),
    )
    return [SAY(Text("hint.line", name="Ana", hint=hint)) for hint in GAMES.hints(table)]


def test_the_first_turn() -> None:
    """Everybody is told first which side is theirs, and then what the rings are."""
    assert hints("1 a3 55/00", "0111") == [
        "Tip for Ana: you're jade, the round warriors. You move towards the higher numbers.",
        "Tip for Ana: the marks on the road show where you can land.",
    ]
    assert "you're red, the diamonds" in hints("1 b3 55/00", "0111")[0]


def test_no_marked_side_up() -> None:
    """A cast of nothing is told to be a number, whatever it counts for."""
    assert hints("1 a5 55/00", "0000")[1] == (
        "Tip for Ana: no marked side is facing up, and that counts as a 5."
    )
    plus_one = f"puluc {ROAD} table=plus-one casts=one"
    assert hints("1 a1 55/00", "0000", plus_one)[1].endswith("that counts as a 1.")
    assert len(hints("1 a5 55/00", "5", f"puluc {ROAD} table=die casts=one")) == 2


def test_an_enemy_in_reach() -> None:
    """Where an enemy can be landed on, it is told what that does."""
    assert "land exactly on an enemy" in hints("1 a2 44/00 4a 6b", "0110")[1]
    assert len(hints("1 a3 44/00 4a 6b", "0111")) == 2


def test_a_warrior_that_is_held() -> None:
    """Who has lost a warrior to an enemy stack is told how to get it back, before all else."""
    told = hints("1 a3 44/00 4b1a", "0111")
    assert told[1] == (
        "Tip for Ana: an enemy stack holds one of your warriors. "
        "Land on it to take your warrior back."
    )
    assert len(told) == 3


@pytest.mark.parametrize(
    ("after", "base"),
    [("advance", "the enemy base"), ("return", "your own base"), ("open", "either base")],
)
def test_prisoners_on_the_road(after: str, base: str) -> None:
    """Whoever has captives is told where they are to be taken; the other side is not."""
    header = f"puluc {ROAD} table=kernels casts=one after-capture={after}"
    assert f"Take it to {base} " in hints("1 a1 44/00 4a1b", "0100", header)[1]
    assert not any("Take it to" in hint for hint in hints("1 b1 44/00 4a1b", "0100", header))


def test_nobody_is_to_move() -> None:
    """Where nobody has to decide there is nothing to know."""
    assert hints("1 a 55/00", "0100") == []
