"""A table's throws follow its recipe, and its seed is secret until the game is over."""

from dataclasses import replace

import pytest

from bot.table.corn import FairCorn, binding
from bot.table.seats import Computer, Free
from bot.table.table import Status
from engine.corn import Recipe, commitment, draw, statement
from engine.throws import KERNELS
from tests.bot.show.offer import ANA, BEN, OFFER

PLAYING = replace(OFFER, status=Status.PLAYING, seats=(replace(ANA, word="maize"), BEN))


@pytest.mark.parametrize("recipe", Recipe)
def test_a_table_s_throws(recipe: Recipe) -> None:
    """Throws follow from the seed, the table's id, its header, the players' words and the seat."""
    text = statement(recipe, commitment(OFFER.seed), OFFER.id, OFFER.header, ("maize", ""))
    table = replace(PLAYING, recipe=recipe)
    for n in range(4):
        for seat, number in ((0, f"a{n}"), (1, "b2")):
            casts = (n, 2)
            drawn = draw(
                OFFER.seed, text, number if recipe is Recipe.CORN_2 else f"{n + 2}", KERNELS
            )
            assert FairCorn().cast(table, seat, casts, KERNELS) == drawn
    assert binding(table).recipe is recipe


def test_only_people_have_words() -> None:
    """Computers and free seats count as seats without a word."""
    seats = (PLAYING.seats[0], Computer("easy"), Free())
    assert binding(replace(OFFER, seats=seats)).words == ("maize", "", "")


@pytest.mark.parametrize("status", Status)
def test_the_seed_is_revealed_at_the_end(status: Status) -> None:
    """A binding always has the commitment, but the seed only once the table is over."""
    bound = binding(replace(OFFER, status=status))
    assert bound.commitment == commitment(OFFER.seed)
    assert bound.seed == (OFFER.seed if status is Status.OVER else None)
