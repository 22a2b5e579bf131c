"""The steps of a game as a page looks back on them: what happened in each, and the board after it.

    steps: {"marks": [mark], "told": [count]}
    step: {"step": 3, "last": 77, "mark": mark, "frames": [frame], "scene": scene,
           "throws": [event], "moves": [move], "sprites": sprites, "seat": 0, "side": 0,
           "names": [name], "text": [line], "alt": text}

Steps are numbered from 0, as in `bot.show.replay.moments`. A mark tells a step from others that may
take its place after an undo. `told` is how many lines of the page's log belong to each step.

The `frames` of a step lead there from the step before it. `seat` is to move then, None at the end,
when `side` has won; `moves` are its choices, whoever looks at them. `names` are those of the seats
at that time. Without a shape, there are no frames, sprites and moves, and the scene is None.

Everything here may run in any process.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.games import page
from bot.games.catalogue import Games
from bot.games.family import Scene
from bot.games.page import Json
from bot.on_web.table_page.state import goes_on
from bot.on_web.table_page.telling import telling
from bot.on_web.table_page.view import View
from bot.show.headline import winners
from bot.show.presenter import Entries
from bot.show.replay import lines, mark_of, moments
from bot.table.naming import as_text, name_of
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from engine.text import Say
from renderer.theme import THEMES

KEPT_IN_WORKER: Final = 4
"""How many games a worker process caches, because pages ask for them step by step."""

_SHAPELESS: Final[Json] = {"frames": [], "scene": None, "throws": [], "moves": [], "sprites": {}}


class Asked(NamedTuple):
    """A step of a table, and how somebody looks at it."""

    step: int
    view: View
    language: str


def every_step(games: Games, table: Table, entries: Entries) -> Json:
    """Return what a page needs to know of all steps of a game; `entries` is its record."""
    every = _kept_moments(games, table, tuple(entries))
    return {"marks": [*map(mark_of, every)], "told": [*_told(games, every)]}


def step(asked: Asked, games: Games, table: Table, entries: Entries) -> Json:
    """Return a step. Raises IndexError if there is no such one."""
    every = _kept_moments(games, table, tuple(entries))
    moment, before = every[asked.step], every[asked.step - 1] if asked.step else None
    say = telling(games, moment, asked.view.hands, asked.language)
    scene = games.scene(moment, say)
    return {
        "step": asked.step,
        "last": len(every) - 1,
        "mark": mark_of(moment),
        **_drawn(games, scene, before if before and goes_on(before, moment) else None, say, asked),
        "seat": scene.mover,
        "side": _side(games, moment, scene),
        "names": [say(as_text(name_of(seat))) for seat in moment.seats],
        "text": [*map(say, lines(scene))],
        "alt": scene.board.alt(),
    }


def _drawn(games: Games, scene: Scene, begun: Table | None, say: Say, asked: Asked) -> Json:
    """Return a step in a shape; `begun` is the step before it if that showed a part of it."""
    view, hands = asked.view, () if scene.mover is None else (scene.mover,)
    if view.rows is None:
        return _SHAPELESS
    known = len(games.scene(begun, say).frames(view.rows, view.seat)) if begun else 0
    shown = scene, say, view.rows, view.seat, THEMES[view.theme], hands
    after, came = page.state(*shown), page.step(*shown, known)
    return {
        "frames": came["frames"],
        **{name: after[name] for name in ("scene", "throws", "moves")},
        "sprites": came["sprites"] | after["sprites"],
    }


def _side(games: Games, moment: Table, scene: Scene) -> int | None:
    """Return the colours of the seat to move or, at the end, of the one that has won."""
    game, family = games.game(moment.header), games.of(moment.header)
    if scene.mover is not None:
        return family.colour(game, scene.mover)
    return family.colour(game, moment.winners[0]) if winners(games, moment) else None


def _told(games: Games, every: Sequence[Table]) -> Iterator[int]:
    """Yield how many lines of the log belong to each of the moments of a game."""
    say, before, known = catalogue(games.texts).voice(), None, 0
    for moment in every:
        count = len(games.scene(moment, say).told)
        yield count - known if before and goes_on(before, moment) else count
        before, known = moment, count


@lru_cache(maxsize=KEPT_IN_WORKER)
def _kept_moments(games: Games, table: Table, entries: tuple[str, ...]) -> tuple[Table, ...]:
    return moments(games, table, entries)
