"""docs/parchis.md shows every example and describes every option and both rulesets exactly."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.catalogue import games
from bot.games.parchis.cover import COVER
from bot.games.parchis.example import ParchisExample
from bot.games.parchis.examples import EXAMPLES, OF_OPTIONS
from bot.games.parchis.usual import usual
from bot.texts.catalogue import Catalogue
from engine.parchis.board import SAFE, arms
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.parchis.rulesets import PARCHIS, PARCHIS_SPAIN
from engine.record import Played, replay

PAGE = (Path(__file__).parents[2] / "docs" / "parchis.md").read_text("utf-8")
SAY = Catalogue().voice("en")

SPANISH = usual("parchis-spain", 4)

SOME = {"colours": ("yellow-red", "blue-green")}
"""The values that the page names of an option that has many."""


def section(title: str) -> str:
    """The text between a heading and the next."""
    (found,) = re.findall(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    return str(found)


def rows(text: str) -> dict[str, str]:
    """The second cells of a table of two columns, by the first ones."""
    return dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", text, re.M))


def shown(ruleset: str, numbers: range | list[int]) -> list[str]:
    """Examples of a ruleset as the page shows them, each with its description and caption."""
    return [
        f"![{example.alt(SAY)}](pictures/rules/{ruleset}-{number}.png)\n\n*{SAY(example.caption)}*"
        for number, example in enumerate(EXAMPLES[ruleset], 1)
        if number in numbers
    ]


def played(example: ParchisExample) -> list[Played[Position, Move]]:
    """The steps of an example."""
    game = ParchisGame(read_header(example.header))
    entries = example.turn.split()
    steps = replay(game, entries, game.read_position(example.position))
    return [step for step in steps if isinstance(step, Played)]


def test_the_cover() -> None:
    """The page begins with the cover and its description."""
    alt = games().scene(COVER, SAY).board.alt()
    assert f"![{alt}](pictures/rules/parchis.png)" in PAGE.partition("\n## ")[0]


def test_every_example() -> None:
    """The section about the game shows all examples, in their order."""
    places = [section("The game").find(each) for each in shown("parchis-spain", range(1, 100))]
    assert len(places) == len(EXAMPLES["parchis-spain"])
    assert -1 not in places
    assert places == sorted(places)


def test_the_other_examples() -> None:
    """The other ruleset shows those of its examples that differ from the Spanish ones."""
    captions = [SAY(example.caption) for example in EXAMPLES["parchis-spain"]]
    differing = [
        number
        for number, example in enumerate(EXAMPLES["parchis"], 1)
        if SAY(example.caption) not in captions
    ]
    found = re.findall(r"parchis-(\d+)\.png", PAGE)
    assert list(map(int, found)) == differing
    for each in shown("parchis", differing):
        assert each in section("Twelve-count Parchís")


def test_the_examples_of_options() -> None:
    """The section about options shows their examples, each of a game with another value."""
    for name, example in OF_OPTIONS.items():
        image = f"](pictures/rules/parchis-{name}.png)"
        assert f"![{example.alt(SAY)}{image}\n\n*{SAY(example.caption)}*" in section("Options")
        field = name.replace("-", "_")
        assert getattr(read_header(example.header), field) != getattr(SPANISH, field)


def test_a_piece_walks_back() -> None:
    """In the example of a barrier, the piece walks back to the square that the caption names."""
    example = OF_OPTIONS["barrier"]
    *_, last = played(example)
    facts = dict(example.caption.args)
    game = ParchisGame(read_header(example.header))
    move = game.read_move(last.position, last.entry)
    assert (move.start, move.end, move.back) == (facts["start"], facts["end"], True)
    assert last.position.board.pieces[1].count(facts["at"]) == 2


def test_a_piece_learns_the_way() -> None:
    """In the example of instrucción, a piece comes under instruction where the caption says."""
    example = OF_OPTIONS["instruccion"]
    *_, last = played(example)
    learning = set(last.after.board.pieces[0]) & set(arms(range(4))[0].lesson)
    assert learning == {dict(example.caption.args)["at"]}


def test_every_option() -> None:
    """Every option has a row, in the order of headers."""
    assert list(rows(section("Options"))) == list(OPTIONS)


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.values])
def test_values(name: str) -> None:
    """An option's row names its values, the usual one first or as the usual one."""
    option, cell = OPTIONS[name], rows(section("Options"))[name]
    (first_value,) = (
        word
        for word, value in option.values.items()
        if value == getattr(SPANISH, name.replace("-", "_"))
    )
    first, *_ = re.findall(r"`([^`]+)`", cell)
    named = re.findall(r"(?:^|\. |, | or |value is )`([^`]+)`", cell)
    assert sorted(set(named)) == sorted(SOME.get(name, option.values))
    assert first == first_value or cell.endswith(f"The usual value is `{first_value}`")


def test_seats() -> None:
    """The row of the seats has the smallest and the largest number."""
    numbers = OPTIONS["seats"].numbers
    assert numbers is not None
    named = re.findall(r"`(\d)`", rows(section("Options"))["seats"])
    assert named == [str(numbers[0]), str(numbers[-1])]


def test_the_other_ruleset() -> None:
    """The other ruleset is the Spanish one with these options."""
    (stated,) = re.findall(r"`(start=[^`]+)`", section("Twelve-count Parchís"))
    words = dict(word.split("=") for word in stated.split())
    spanish = replace(PARCHIS_SPAIN, key=PARCHIS.key)
    fields = {name.replace("-", "_"): OPTIONS[name].values[word] for name, word in words.items()}
    assert replace(spanish, **fields) == PARCHIS
    assert all(getattr(spanish, field) != value for field, value in fields.items())


def test_starts_and_entries() -> None:
    """The table of the board has the starts and entries of all colours."""
    for title, squares in (
        ("Start", [arm.start for arm in arms(range(4))]),
        ("Entry", [arm.entry for arm in arms(range(4))]),
    ):
        assert f"| {title} | {' | '.join(map(str, squares))} |" in section("The game")


def test_safe_squares() -> None:
    """The page lists the safe squares: starts, entries, and four others."""
    others = SAFE - {square for arm in arms(range(4)) for square in (arm.start, arm.entry)}
    first, second, third, fourth = sorted(others)
    text = " ".join(section("The game").split())
    assert f"the starts, the entries, and {first}, {second}, {third} and {fourth}." in text
