"""Hints of the road games: those that apply to a position, and no others."""

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
    """The hints for a position, as text."""
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
    """The first hint says which side is yours, the next what the marks on the road mean."""
    assert hints("1 a3 55/00", "0111") == [
        "Tip for Ana: you're jade, the round warriors. You move towards the higher numbers.",
        "Tip for Ana: the marks on the road show where you can land.",
    ]
    assert "you're red, the diamonds" in hints("1 b3 55/00", "0111")[0]


def test_no_marked_side_up() -> None:
    """A hint explains that a throw without marked sides is a number, and which one."""
    assert hints("1 a5 55/00", "0000")[1] == (
        "Tip for Ana: a throw with no marked sides facing up counts as 5."
    )
    plus_one = f"puluc {ROAD} table=plus-one casts=one"
    assert hints("1 a1 55/00", "0000", plus_one)[1].endswith("counts as 1.")
    assert len(hints("1 a5 55/00", "5", f"puluc {ROAD} table=die casts=one")) == 2


def test_an_enemy_in_reach() -> None:
    """A hint explains captures when an enemy is within reach."""
    assert "land exactly on an enemy" in hints("1 a2 44/00 4a 6b", "0110")[1]
    assert len(hints("1 a3 44/00 4a 6b", "0111")) == 2


def test_a_captured_warrior() -> None:
    """A player with a captured warrior is first told how to free it."""
    shown = hints("1 a3 44/00 4b1a", "0111")
    assert shown[1] == (
        "Tip for Ana: an enemy stack holds one of your warriors. "
        "Land on it to take your warrior back."
    )
    assert len(shown) == 3


@pytest.mark.parametrize(
    ("after", "base"),
    [("advance", "the enemy base"), ("return", "your own base"), ("open", "either base")],
)
def test_captives_on_the_road(after: str, base: str) -> None:
    """A player with captives is told where to take them; the opponent isn't."""
    header = f"puluc {ROAD} table=kernels casts=one after-capture={after}"
    assert f"Take it to {base} " in hints("1 a1 44/00 4a1b", "0100", header)[1]
    assert not any("Take it to" in hint for hint in hints("1 b1 44/00 4a1b", "0100", header))


def test_no_player_to_move() -> None:
    """Without a decision to make there are no hints."""
    assert hints("1 a 55/00", "0100") == []
