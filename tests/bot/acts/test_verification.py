"""What is said of a table's throws where there is no page to show them."""

from dataclasses import replace

import pytest

from bot.acts.verification import verification
from bot.table.steps import end
from bot.table.table import Ending, Status, Table
from engine.corn import commitment
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY, begun, gone_on

HASH = commitment(OFFER.seed)


def said(table: Table, entries: tuple[str, ...]) -> list[str]:
    return [SAY(text) for text in verification(GAMES, table, entries)]


@pytest.fixture(scope="module")
def played() -> tuple[Table, tuple[str, ...]]:
    """A whole game, and its record; Ana gave a word."""
    step = begun(replace(OFFER, seats=(replace(ANA, word="maize"), OFFER.seats[1])))
    table, entries = step.table, step.entries
    game = GAMES.game(table.header)
    while table.status is Status.PLAYING:
        move = game.phase(game.read_position(table.position)).moves[0]
        step = gone_on(table, game.write_move(move))
        table, entries = step.table, entries + step.entries
    return table, entries


def test_a_game_that_is_over(played: tuple[Table, tuple[str, ...]]) -> None:
    """Hash, seed and words are shown, and that every throw agrees."""
    table, entries = played
    shown, seed, word, agree = said(table, entries)
    assert HASH in shown
    assert table.id in shown
    assert table.seed.hex() in seed
    assert table.header in seed
    assert word == 'Ana\'s word for the throws: "maize"'
    count = sum(entry.isdigit() for entry in entries)
    assert agree == f"All {count} throws agree with the seed and the words."


def test_a_changed_record(played: tuple[Table, tuple[str, ...]]) -> None:
    """A throw of the record that does not follow from the seed is told."""
    table, (first, *rest) = played
    changed = "1" * len(first) if first != "1" * len(first) else "0" * len(first)
    *_, told = said(table, (changed, *rest))
    assert told == f"Throw 1 doesn't agree: the record has {changed}, the seed gives {first}."


def test_a_record_that_cannot_be_played(played: tuple[Table, tuple[str, ...]]) -> None:
    """A record that breaks off in nonsense is not said to agree."""
    table, entries = played
    *_, told = said(table, (*entries[:2], "nonsense"))
    assert "can't be read" in told


def test_a_running_game_keeps_its_seed() -> None:
    """While a game goes on there is its hash, and when the seed is shown."""
    step = begun()
    shown, secret = said(step.table, step.entries)
    assert HASH in shown
    assert "when the game is over" in secret
    assert OFFER.seed.hex() not in shown + secret


@pytest.mark.parametrize("ending", [Ending.DECLINED, Ending.EXPIRED, Ending.CANCELLED])
def test_a_challenge_that_never_began(ending: Ending) -> None:
    """Its seed is shown as well, and that nothing was thrown."""
    _, seed, told = said(end(OFFER, ending, 0).table, ())
    assert OFFER.seed.hex() in seed
    assert told == "Nothing was thrown in this game."


def test_a_game_given_up_after_its_opening() -> None:
    """Throws that were made before somebody resigned are checked all the same."""
    step = begun()
    over = end(step.table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    assert said(over, step.entries)[-1].startswith("All 3 throws agree")
    assert BEN.name not in said(over, step.entries)[-1]
