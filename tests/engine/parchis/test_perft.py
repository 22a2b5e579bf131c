"""Counts of move sequences match those of three independent engines."""

from typing import TYPE_CHECKING

import pytest

from engine.perft import perft

if TYPE_CHECKING:
    from conftest import OpenGame

X = "h,h,h,h"


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(4, [6, 36, 216, 1296, 7776, 47281]), (2, [6, 36, 216, 1321, 8746, 61566])],
)
def test_counts_from_the_start(game: "OpenGame", seats: int, counts: list[int]) -> None:
    """From the start, the counts for one move, two moves and so on match."""
    opened = game(f"parchis seats={seats}")
    depths = range(1, len(counts) + 1)
    assert [perft(opened, opened.begin(0), depth) for depth in depths] == counts


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (f"1 a h,h,7,40+ h,h,h,10+ {X} {X}", [11, 72, 449]),
        (f"1 a h,h,20,c5+ {X} {X} {X}", [9, 52, 305]),
        (f"1 c h,h,20,44+ {X} h,10,46,46+ {X}", [10, 70, 565]),
        (f"1 a**@24 h,24,30,44+ {X} {X} {X}", [14, 84, 504]),
    ],
)
def test_counts_from_the_end(game: "OpenGame", position: str, counts: list[int]) -> None:
    """In positions with a capture, a goal, a barrier and a third six, the counts match."""
    opened = game("parchis")
    reached = opened.read_position(position)
    assert [perft(opened, reached, depth) for depth in (1, 2, 3)] == counts
