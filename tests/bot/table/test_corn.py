"""A table's throws are those of corn-1, and its seed stays secret while they can matter."""

from dataclasses import replace

import pytest

from bot.table.corn import FairCorn, binding
from bot.table.seats import Computer, Free
from bot.table.table import Status
from engine.corn import commitment, draw, statement
from engine.throws import KERNELS
from tests.bot.show.offer import ANA, BEN, OFFER

PLAYING = replace(OFFER, status=Status.PLAYING, seats=(replace(ANA, word="maize"), BEN))


def test_a_table_s_throws() -> None:
    """They follow from its seed, its id, its header and its players' words."""
    told = statement(commitment(OFFER.seed), OFFER.id, OFFER.header, ("maize", ""))
    for n in range(4):
        drawn = draw(OFFER.seed, told, n, KERNELS)
        assert FairCorn().cast(PLAYING, n, KERNELS) == drawn


def test_only_people_have_words() -> None:
    """Computers, and seats that nobody has taken, count as seats without a word."""
    seats = (PLAYING.seats[0], Computer("easy"), Free())
    assert binding(replace(OFFER, seats=seats)).words == ("maize", "", "")


@pytest.mark.parametrize("status", Status)
def test_the_seed_is_told_at_the_end(status: Status) -> None:
    """What a table is bound to names the seed once the table is over, and the hash always."""
    bound = binding(replace(OFFER, status=status))
    assert bound.commitment == commitment(OFFER.seed)
    assert bound.seed == (OFFER.seed if status is Status.OVER else None)
