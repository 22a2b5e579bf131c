"""A game to step through: the table as it was at every moment, played again from its record."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.show.games import road
from bot.show.kept import Kept
from bot.show.page import Picture
from bot.table.games import game_of
from bot.table.ports import Store
from bot.table.table import Status, Table, TableId
from engine import Choose, Corrupt, Pass, Throw
from engine.record import Record, replay
from engine.road.game import RoadGame
from renderer.animation import animate
from renderer.describe import alt
from renderer.road import draw
from renderer.text import Say, Text
from renderer.view import RoadView

KEPT_GAMES, KEPT_PICTURES, KEPT_ANIMATIONS = 32, 256, 8
"""How many are remembered."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment: the table as it was, and lines of what led there and what came of it."""

    table: Table
    lines: tuple[Text, ...]

    def view(self, say: Say) -> RoadView:
        """Return the board of that moment; `say` names the computer."""
        return road.view(_game(self.table), self.table, say)


def frames(table: Table, entries: Sequence[str]) -> tuple[Frame, ...]:
    """Return every moment at which somebody had to decide or to pass, and the end.

    A frame never changes once it is there. There are none before play begins. What the record
    tells beyond `table`, which was read before it, is left out; Corrupt if it leads elsewhere.
    """
    if not table.position:
        return ()
    game = _game(table)
    return tuple(Frame(moment, _lines(game, moment)) for moment in _moments(game, table, entries))


def _moments(game: RoadGame, table: Table, entries: Sequence[str]) -> Iterator[Table]:
    then = replace(table, status=Status.PLAYING, before="", story=(), casts=0, moves=0)
    lying: dict[int, tuple[str, ...]] = {}  # by seat, the casts of its newest turn
    casting: tuple[int, bool] | None = None
    reached = game.start()
    for position, phase, entry, after in replay(game, entries):
        match phase:
            case Throw(seat, _, opening):
                begun = lying[seat] if casting == (seat, opening) else ()
                casting, lying[seat] = (seat, opening), (*begun, entry)
                then = replace(then, casts=then.casts + 1, story=(*then.story, entry))
            case Choose(seat):
                if (then.casts, then.moves) == (table.casts, table.moves):
                    break
                here = game.write_position(position)
                yield replace(then, position=here, lying=lying[seat])
                then = replace(then, moves=then.moves + 1, before=here, story=(entry,))
            case Pass(seat):
                here, told = game.write_position(position), (*then.story, entry)
                yield replace(then, position=here, lying=lying[seat], story=told)
                then = replace(then, before=game.write_position(after), story=())
        reached = after
    if game.write_position(reached) != table.position:
        raise Corrupt(f"the record of table {table.id} does not lead to where it stands")
    if isinstance(game.phase(reached), Choose):
        yield replace(then, position=table.position, lying=table.lying)
        then = replace(then, story=())
    if table.status is Status.OVER:
        yield replace(table, before=then.before, story=then.story)


def _lines(game: RoadGame, moment: Table) -> tuple[Text, ...]:
    """Say what led to a moment, and what comes of it; the latter tells of the casts, too."""
    happened = [e for e in road.events(game, moment) if not isinstance(e, road.Thrown)]
    told = road.tell(game, moment, happened)
    if moment.status is Status.OVER:
        return (*told, road.result(game, moment))
    if any(isinstance(event, road.Passed) for event in happened):
        return told
    return (*told, road.next_to_play(game, moment))


def _game(table: Table) -> RoadGame:
    game = game_of(table.header)
    assert isinstance(game, RoadGame)  # noqa: S101 - the only family that there is
    return game


class Replays:
    """Frames, pictures and moving pictures of tables, made beside the event loop."""

    def __init__(self, store: Store, say: Say) -> None:
        self._store = store
        self._say = say
        self._frames: Kept[tuple[TableId, int], tuple[Frame, ...]] = Kept(KEPT_GAMES)
        self._pictures: Kept[tuple[TableId, int], Picture] = Kept(KEPT_PICTURES)
        self._animations: Kept[TableId, bytes] = Kept(KEPT_ANIMATIONS)
        self._animating = asyncio.Lock()

    async def frames(self, table: Table) -> tuple[Frame, ...]:
        """Return the frames of a table; Corrupt if its record cannot be played."""
        return await self._frames.get((table.id, table.revision), partial(self._replay, table))

    async def picture(self, table: Table, step: int) -> Picture:
        """Return the picture of a frame; IndexError if there is no such frame."""
        frame = (await self.frames(table))[step]
        return await self._pictures.get(
            (table.id, step), partial(asyncio.to_thread, _drawn, frame, self._say)
        )

    async def animation(self, table: Table) -> bytes:
        """Return the whole of a game that is over as a GIF file."""
        return await self._animations.get(table.id, partial(self._animate, table))

    async def record(self, table: Table) -> str:
        """Return the record so far, as people keep it and `Record.read` reads it."""
        entries = await self._store.record(table.id)
        return await asyncio.to_thread(Record(table.header, entries).write)

    async def _replay(self, table: Table) -> tuple[Frame, ...]:
        entries = await self._store.record(table.id)
        return await asyncio.to_thread(frames, table, entries)

    async def _animate(self, table: Table) -> bytes:
        played = await self.frames(table)
        async with self._animating:  # one at a time: boards of games that go on come first
            return await asyncio.to_thread(_animated, played, self._say)


def _drawn(frame: Frame, say: Say) -> Picture:
    view = frame.view(say)
    return Picture(draw(view, say), alt(view, say))


def _animated(played: Sequence[Frame], say: Say) -> bytes:
    return animate([frame.view(say) for frame in played], say)
