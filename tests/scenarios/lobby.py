"""Lobbies: Ana opens one, and others join the side that they choose."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import cycle
from typing import Any

from tests.scenarios.town import Message, Town

FOUR = {"ruleset": "aj-sayil", "options": "seats=4"}
"""A game of two against two."""

_NO_SEAT = re.compile(r"All seats for \w+ are taken\.|This game has already started\.")


def opened(town: Town, **given: str) -> Message:
    """Let Ana open a lobby, usually for four, and return its message."""
    ana, *_ = town.people
    town.command(ana, "open", **FOUR | given)
    return town.offers("Join jade")


def join(town: Town, person: Any, side: str) -> None:
    """Let a person join a side of the newest lobby."""
    town.press(person, town.offers(f"Join {side}"), f"Join {side}")
    town.program.settle()


def gathered(town: Town, **given: str) -> Message:
    """Start a game: Ana and Cara play jade, Ben and Dan red. Return the first board."""
    _, ben, cara, dan, _ = town.people
    opened(town, **given)
    join(town, ben, "red")
    join(town, cara, "jade")
    join(town, dan, "red")
    return town.plays()


def rush(town: Town, crowd: Sequence[Any]) -> None:
    """Let a crowd press Join at once, for a side in turn, five of whom are too late.

    Wait until all of these have been told why they have no seat.
    """
    lobby = town.offers("Join jade")
    joins = [one for one in lobby.buttons if one.label in ("Join jade", "Join red")]
    with ThreadPoolExecutor(len(crowd)) as pool:
        pressed = pool.map(town.press, crowd, cycle([lobby]), cycle(joins))
        assert len([*pressed]) == len(crowd)
    crowded = replace(town, people=(*town.people, *crowd))
    crowded.wait(lambda: sum(_is_too_late(town, person) for person in crowd) == 5)


def _is_too_late(town: Town, person: Any) -> bool:
    return any(_NO_SEAT.search(one.words) for one in town.answers(person))


def partner_of(town: Town, person: Any) -> Any:
    """Return the other player of a person's side, once all four have gathered."""
    ana, ben, cara, dan, _ = town.people
    return {ana: cara, cara: ana, ben: dan, dan: ben}[person]
