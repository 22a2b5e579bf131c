"""Checking records against their seeds, with every throw table."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.corn import Binding, Recipe, commitment, draw, statement
from engine.game import Choose, Over, Pass, Throw
from engine.games import open_game
from engine.record import SKIP, Record, standing, with_one_more
from engine.road.game import RoadGame
from engine.tags import Tags
from engine.throws import TABLES
from engine.verify import Thrown, Unverifiable, verify

OpenGame = Callable[[str], RoadGame]

SEED = bytes(range(32))
BINDING = Binding("k3f9qd7m2x", commitment(SEED), ("maíz rojo", ""), SEED)


def played(game: RoadGame, recipe: Recipe = Recipe.CORN_2) -> Record:
    """Return a game with throws drawn from the seed and random moves."""
    text = statement(recipe, BINDING.commitment, BINDING.table, game.header, BINDING.words)
    position, chance, throws = game.start(), Random(7), (0,) * game.seats
    entries: list[str] = []
    while not isinstance(phase := game.phase(position), Over):
        match phase:
            case Throw(seat, table):
                cast = draw(SEED, text, recipe.number(seat, throws), table)
                position, entry = game.cast(position, cast), table.write(cast)
                throws = with_one_more(throws, seat)
            case Choose(moves=moves):
                move = chance.choice(moves)
                position, entry = game.play(position, move), game.write_move(move)
            case Pass():
                position, entry = game.skip(position), SKIP
        entries.append(entry)
    return Record(game.header, tuple(entries), Tags(binding=replace(BINDING, recipe=recipe)))


def bound(record: Record, **changes: object) -> Record:
    """Return the same record with changes to its binding."""
    binding = replace(BINDING, **{"recipe": Recipe.CORN_2, **changes})  # type: ignore[arg-type] # whichever fields a test names
    return replace(record, tags=Tags(binding=binding))


@pytest.fixture
def record(game: OpenGame) -> Record:
    return played(game("puluc road=7 warriors=2"))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("casts", ["one", "sum", "each"])
@pytest.mark.parametrize("recipe", Recipe)
def test_every_throw_agrees(game: OpenGame, table: str, casts: str, recipe: Recipe) -> None:
    """With any recipe, throw table and number of casts, every throw of an honest game matches."""
    record = played(game(f"puluc road=7 warriors=2 table={table} casts={casts}"), recipe)
    verdict = verify(record)
    assert verdict.agrees
    assert len(verdict.throws) == sum(entry.isdigit() for entry in record.entries) > 4


def test_a_changed_throw_is_named(record: Record) -> None:
    """A throw that doesn't follow from the seed is reported beside the one that does."""
    first, *rest = record.entries
    changed = first.translate(str.maketrans("01", "10"))
    verdict = verify(replace(record, entries=(changed, *rest)))
    assert verdict.wrong[0] == Thrown("a0", 0, changed, first)
    assert not verdict.agrees


@pytest.mark.parametrize("recipe", Recipe)
def test_another_recipe(game: OpenGame, recipe: Recipe) -> None:
    """A game's throws don't follow from another recipe than its own."""
    record = played(game("puluc road=7 warriors=2"), recipe)
    (other,) = set(Recipe) - {recipe}
    assert verify(bound(record, recipe=other)).wrong


def test_a_throw_that_makes_the_rest_unplayable(record: Record) -> None:
    """If a changed throw makes later entries unplayable, the throw itself is still reported."""
    index = next(i for i, entry in enumerate(record.entries) if not entry.isdigit()) - 1
    number = {"1": "3", "2": "4"}.get(str(record.entries[index].count("1")), "1")
    changed = "1110" if number == "3" else "1111" if number == "4" else "1000"
    entries = (*record.entries[:index], changed, *record.entries[index + 1 :])
    verdict = verify(replace(record, entries=entries))
    steps = standing(open_game(record.header), record.entries[:index])
    thrown = Counter(step.phase.seat for step in steps if isinstance(step.phase, Throw))
    (wrong,) = verdict.wrong
    assert wrong.number == f"{'ab'[wrong.seat]}{thrown[wrong.seat]}"
    assert verdict.unplayable.startswith(f"entry {index + 1}, ")


@pytest.mark.parametrize(
    "changes",
    [{"table": "aaaaaaaaaa"}, {"words": ("maize", "")}, {"words": ("", "maíz rojo")}],
    ids=["table", "word", "seats"],
)
def test_a_changed_table_or_word_is_detected(record: Record, changes: dict[str, object]) -> None:
    """With another table id or other words, the throws don't match."""
    verdict = verify(bound(record, **changes))
    assert verdict.bound
    assert verdict.wrong


def test_another_seed_is_not_bound(record: Record) -> None:
    """A seed that doesn't match the commitment is reported, whatever the throws are."""
    assert not verify(bound(record, seed=bytes(32))).bound


def test_a_game_that_never_began_agrees(record: Record) -> None:
    """Without throws, only the seed is checked."""
    verdict = verify(replace(record, entries=()))
    assert verdict.agrees
    assert verdict.throws == ()


@pytest.mark.parametrize("tags", [Tags(), Tags(binding=replace(BINDING, seed=None))])
def test_without_a_seed_nothing_is_checked(record: Record, tags: Tags) -> None:
    """A record without a seed can't be verified either way."""
    with pytest.raises(Unverifiable, match="has no seed"):
        verify(replace(record, tags=tags))
