"""What guesses of secrets come to."""

from itertools import islice
from random import Random

import pytest

from bot.table.invites import Invites
from tests.scale import guesses

TRIES = 3


def some() -> list[str]:
    """Return a few guesses, always the same."""
    return [*islice(guesses.guesses(Random(1)), TRIES)]


async def test_guesses_look_like_secrets() -> None:
    """They have the letters and the length of valid ones, and no two are equal."""
    async with guesses.site() as site:
        known = Invites(bytes(32)).seats(await site.stored())
    assert {len(guess) for guess in some()} == {len(secret) for secret in known}
    assert {*"".join(some())} <= {*"abcdefghijklmnopqrstuvwxyz234567"}
    assert len({*some()}) == TRIES


async def test_guesses_give_no_seat() -> None:
    """Each of them is told so."""
    answers, seats = await guesses.send(iter(some()), TRIES, str)
    assert (answers, seats) == ({403: TRIES}, 0)
    assert await guesses.looked_up(iter(some()), TRIES) == 0


async def test_a_valid_secret_gives_a_seat() -> None:
    """So a guess of it would be counted."""
    assert await guesses.valid() == 1


async def test_seats_that_are_given_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """If any secret were valid, the first guess would give a seat, and so would every look."""
    monkeypatch.setattr(Invites, "seat", lambda *_: 0)
    answers, seats = await guesses.send(iter(some()), TRIES, str)
    assert (answers[200], seats) == (TRIES, 1)
    assert await guesses.looked_up(iter(some()), TRIES) == TRIES
