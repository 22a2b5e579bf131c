"""Boards on web pages: what a page composes and animates, as values and as JSON.

A page gets three things of a table, for the shape that it has chosen (one of `Family.shapes`), the
seat that looks at it (None for a watcher, who sees it as the first seat does) and a theme:

    scene = games.scene(table, say)
    state(scene, say, rows, seat, theme)    # everything as it is, for a page that is opened
    step(scene, say, rows, seat, theme)     # what the last step did, for a page that is open
    art = games.of(table.header).art(table.header, rows, seat)
    files(art, theme)                       # drawings that never change, by the names of files

Nothing is kept between them: the step is replayed from `table.before` and `table.story`. `state`
and `step` name the files by their digest (`art`), under which a page may cache them for ever.
They bring the `sprites` that they use and that `kit.json` lacks. All of it is data of JSON: lengths
are in units of the board, x, y are centres, and boxes are left, top, width and height.

    state: {"art": "5k3...", "size": [w, h], "names": [[x, y, w, h, side]],
            "yards": [[x, y, w, h, side]], "casts": [[x, y, side]],
            "scene": scene, "throws": [event], "moves": [move], "sprites": {key: [w, h, svg]}}
    step: {"frames": [{"e": event, "s": scene}], "throws": ..., "moves": ..., "sprites": ...}
    scene: {"tints": [[x, y, w, h, side]], "yards": [[key, x, y]], "marks": [[key, x, y]],
            "pieces": [[id, key, x, y]], "counts": [[key, x, y]]}

Before play begins, a table has no scene, and a page only has the files of its empty board.

A frame without `s` leaves the board as it was. Ids hold within a scene: an event names those of the
scene before it and, in `into` and `flies`, of the one after it. What events say is told by their
classes in `bot.games.stage`. A scene is the same in all themes, and so are keys; drawings aren't.

`moves` are the choices of `seat`, none while it has none. Each has `move`, which tells them apart
(`Playable.move`), `label` and `kind` (`plain`, `good`, `bad` or `capture`), and what `Going` says:
`piece`, the boxes `from` and `to`, the `mark` of its landing, its `walk` and, if there is one, the
`frame` of a capture and the key of the `lettered` piece. A choice of several pieces, which can't be
pressed on the board, has none of these.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from json import dumps
from typing import Any, Final, TypeAlias

from bot.games.family import Playable, Scene
from bot.games.stage import Event, Frame, Moved, Passed, Stage, Threw
from engine.text import Say
from renderer.box import Box
from renderer.stage import AnyArt, AnyPlaced, AnySprite, Going, Owned, Tableau, inner
from renderer.theme import Theme

Json: TypeAlias = dict[str, Any]

KIT: Final = "kit.json"
"""The name of the file with the sprites that most scenes use."""

KEPT: Final = 64
"""How many boards' files are cached."""


def state(
    scene: Scene,
    say: Say,
    rows: int,
    seat: int | None,
    theme: Theme,
    hands: Collection[int] | None = None,
) -> Json:
    """Return what a page needs to show a table as it is.

    `hands` are the seats that are played on this page, if not only the one that looks at it.
    """
    stage = scene.board.stage(rows, seat)
    paper = _Paper(stage.art)
    return {
        "art": digest(stage.art, theme),
        "size": stage.art.size,
        "names": [*map(_owned, stage.names)],
        "yards": [*map(_owned, stage.yards)],
        "casts": stage.casts,
        "scene": paper.scene(stage.tableau),
        **_due(paper, scene, stage, say, _hands(seat, hands)),
        "sprites": paper.sprites(theme),
    }


def step(
    scene: Scene,
    say: Say,
    rows: int,
    seat: int | None,
    theme: Theme,
    hands: Collection[int] | None = None,
    known: int = 0,
) -> Json:
    """Return what a page needs to show what a table's last step did; `hands` as for `state`.

    It has shown the first `known` frames already.
    """
    stage = scene.board.stage(rows, seat)
    paper = _Paper(stage.art)
    return {
        "frames": [*paper.frames(scene.frames(rows, seat)[known:])],
        **_due(paper, scene, stage, say, _hands(seat, hands)),
        "sprites": paper.sprites(theme),
    }


@lru_cache(maxsize=KEPT)
def files(art: AnyArt, theme: Theme) -> Mapping[str, str]:
    """Return the files of a board in a theme by their names: drawings, and `KIT`."""
    named = {name: _drawing(art, sprite, theme) for name, sprite in art.chosen.items()}
    usual = {sprite.key: _drawing(art, sprite, theme) for sprite in art.usual}
    return {**art.files(theme), KIT: compact({**named, **usual})}


@lru_cache(maxsize=KEPT)
def digest(art: AnyArt, theme: Theme) -> str:
    """Return a word for a board's files in a theme, which differs if any of them does."""
    whole = compact([*files(art, theme).items()])
    return blake2b(whole.encode(), digest_size=8).hexdigest()


def compact(data: Any) -> str:
    """Return data as JSON without spaces."""
    return dumps(data, ensure_ascii=False, separators=(",", ":"))


def _hands(seat: int | None, hands: Collection[int] | None) -> Collection[int]:
    if hands is not None:
        return hands
    return () if seat is None else (seat,)


def _due(paper: "_Paper", scene: Scene, stage: Stage, say: Say, hands: Collection[int]) -> Json:
    """Return what is to be played, and the choices if one of these seats has them."""
    offered = scene.choices if scene.mover in hands else ()
    return {
        "throws": [*map(paper.event, stage.throws)],
        "moves": [paper.move(each, stage.going.get(each.move), say) for each in offered],
    }


class _Paper:
    """Writes what is on a board, and notes which sprites that needs."""

    def __init__(self, art: AnyArt) -> None:
        self._art = art
        self._used: dict[str, AnySprite] = {}

    def sprites(self, theme: Theme) -> Json:
        """Return the drawings of what has been written that `KIT` lacks."""
        known = {sprite.key for sprite in self._art.usual}
        return {
            key: _drawing(self._art, sprite, theme)
            for key, sprite in self._used.items()
            if key not in known
        }

    def scene(self, tableau: Tableau) -> Json:
        """Return a scene."""
        return {
            "tints": [*map(_owned, tableau.tints)],
            "yards": [*map(self._mark, tableau.yards)],
            "marks": [*map(self._mark, tableau.marks)],
            "pieces": [[each.id, *self._mark(each)] for each in tableau.pieces],
            "counts": [*map(self._mark, tableau.counts)],
        }

    def frames(self, frames: Iterable[Frame]) -> Iterator[Json]:
        """Yield frames, with a scene where that changes."""
        before = None
        for frame in frames:
            event = self.event(frame.event)
            same = frame.tableau == before
            yield {"e": event} if same else {"e": event, "s": self.scene(frame.tableau)}
            before = frame.tableau

    def event(self, event: Event) -> Json:
        """Return an event, without what is usual."""
        who: Json = {"seat": event.seat, "side": event.side}
        match event:
            case Threw():
                told = {"k": "open" if event.opening else "throw", **who, "thing": event.thing}
                told |= {"faces": event.faces, "number": event.number}
                told |= {"worth": event.worth} if event.worth is not None else {}
                told |= {"text": event.text} if event.text else {}
                return told | ({"played": True} if event.played else {})
            case Moved():
                told = {"k": "move", **who, "number": event.number, "text": event.text}
                told |= {"piece": event.piece, "walk": [*map(self._walk, event.walk)]}
                told |= {"into": event.into} if event.into is not None else {}
                told |= {"takes": event.takes, "got": event.got} if event.got else {}
                told |= {"end": event.end}
            case Passed():
                told = {"k": "pass", **who, "numbers": event.numbers, "text": event.text}
        return told | ({"flies": event.flies} if event.flies else {})

    def move(self, offered: Playable, going: Going | None, say: Say) -> Json:
        """Return a choice; without `going`, it can't be pressed on the board."""
        told: Json = {
            "move": offered.move,
            "label": say(offered.text),
            "kind": offered.style.name.lower(),
        }
        if going is None:
            return told
        told |= {"piece": going.piece, "from": _box(going.start), "to": _box(going.end)}
        told |= {"mark": self._mark(going.mark)}
        told |= {"walk": [[_short(x), _short(y)] for x, y in going.walk]}
        if going.frame is not None:
            told["frame"] = self._mark(going.frame)
        if going.lettered is not None:
            told["lettered"] = self._key(going.lettered)
        return told

    def _key(self, sprite: AnySprite) -> str:
        key = sprite.key
        self._used[key] = sprite
        return key

    def _mark(self, placed: AnyPlaced) -> list[Any]:
        return [self._key(placed.sprite), *map(_short, self._art.middle(placed))]

    def _walk(self, placed: AnyPlaced) -> list[Any]:
        key, x, y = self._mark(placed)
        return [x, y, key]


def _drawing(art: AnyArt, sprite: AnySprite, theme: Theme) -> list[Any]:
    drawn = art.drawn(theme, sprite)
    return [drawn.width, drawn.height, inner(drawn)]


def _owned(part: Owned) -> list[int]:
    return [*_box(part.box), part.side]


def _box(box: Box) -> list[int]:
    return [box.left, box.top, box.width, box.height]


def _short(number: float) -> float:
    """Return a number that JSON writes without a needless fraction."""
    return int(number) if number == int(number) else round(number, 2)
