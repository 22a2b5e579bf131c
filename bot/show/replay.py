"""A game to step through: the table as it was at every moment, played again from its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from bot.acts.records import record_json, record_of
from bot.games.catalogue import Games
from bot.games.family import Scene
from bot.show.headline import sides, verdict
from bot.show.page import Picture
from bot.show.presenter import make_page
from bot.table.ports import Store
from bot.table.settings import Colours
from bot.table.table import Status, Table, TableId
from bot.texts.catalogue import catalogue
from bot.work.cache import Cache
from bot.work.workshop import Urgency, Work
from engine import AnyGame, Choose, Corrupt, Pass, Throw
from engine.record import Record, replay
from engine.text import Say, Text
from renderer.theme import THEMES

KEPT_GAMES, KEPT_PICTURES, KEPT_ANIMATIONS = 32, 256, 8
"""How many are remembered."""

KEPT_THERE = 4
"""How many games the process that draws remembers, as it draws them step by step."""


def frames(games: Games, table: Table, entries: Sequence[str], say: Say) -> tuple[Scene, ...]:
    """Look at every moment at which somebody had to decide or to pass, and at the end.

    A frame never changes once it is there. There are none before play begins. What the record
    tells beyond `table`, which was read before it, is left out; Corrupt if it leads elsewhere.
    """
    if not table.position:
        return ()
    moments = _moments(games.game(table.header), table, entries)
    return tuple(games.scene(moment, say) for moment in moments)


def _moments(game: AnyGame, table: Table, entries: Sequence[str]) -> Iterator[Table]:
    then = replace(table, status=Status.PLAYING, before="", story=(), casts=0, moves=0)
    lying: dict[int, tuple[str, ...]] = {}  # by seat, the casts of its newest turn
    casting: tuple[int, bool] | None = None
    reached = game.start()
    moved: int | None = None  # the seat whose move came last
    for position, phase, entry, after in replay(game, entries):
        match phase:
            case Throw(seat, _, opening):
                begun = lying[seat] if casting == (seat, opening) else ()
                casting, lying[seat], moved = (seat, opening), (*begun, entry), None
                then = replace(then, casts=then.casts + 1, story=(*then.story, entry))
            case Choose(seat):
                if (then.casts, then.moves) == (table.casts, table.moves):
                    break
                here = game.write_position(position)
                yield replace(then, position=here, lying=lying[seat])
                if moved != seat:
                    then = replace(then, before=here, story=())
                moved = seat
                then = replace(then, moves=then.moves + 1, story=(*then.story, entry))
            case Pass(seat):
                here, told = game.write_position(position), (*then.story, entry)
                yield replace(then, position=here, lying=lying[seat], story=told)
                then, moved = replace(then, before=game.write_position(after), story=()), None
        reached = after
    if game.write_position(reached) != table.position:
        raise Corrupt(f"the record of table {table.id} does not lead to where it stands")
    if isinstance(game.phase(reached), Choose):
        yield replace(then, position=table.position, lying=table.lying)
        then = replace(then, story=())
    if table.status is Status.OVER:
        yield replace(table, before=then.before, story=then.story)


def lines(frame: Scene) -> tuple[Text, ...]:
    """Say what led to a moment, and what comes of it."""
    return (*frame.told, *(frame.turn or ([frame.result] if frame.over else [])))


class Thrown(NamedTuple):
    """One throw as the record has it, and who threw."""

    name: str
    entry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A table in words: who plays, how it ended, what is said at each step; and its record.

    There are no steps before play begins; what the table says of itself then is in `lines`. The
    `verdict` is empty until the table is over. `filmed` is how many steps the moving picture of
    the whole game shows.
    """

    sides: str
    verdict: str
    steps: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]
    filmed: int
    throws: tuple[Thrown, ...]
    record: str
    record_json: str


class _Game(NamedTuple):
    """A record, as entries and as it is told."""

    entries: tuple[str, ...]
    told: Told


_Moment: TypeAlias = tuple[TableId, Colours, tuple[tuple[str, ...], ...]]
"""A table, how it is drawn, and all that was said up to a step: its picture never changes."""


class Replays:
    """Games in words, pictures and moving pictures, made elsewhere by `work`, and kept.

    What is asked for by a table is of this revision, and of no other table that had its number
    before the store went back.
    """

    def __init__(
        self, games: Games, store: Store, work: Work, language: str, url: str | None = None
    ) -> None:
        """`url` is where people reach the pages of tables, without a slash at its end."""
        self._url = url
        self._games = games
        self._store = store
        self._work = work
        self._language = language
        self._told: Cache[Table, _Game] = Cache(KEPT_GAMES, abandon=True)
        self._pictures: Cache[_Moment, Picture] = Cache(KEPT_PICTURES, abandon=True)
        self._animations: Cache[Table, bytes] = Cache(KEPT_ANIMATIONS, abandon=True)

    async def told(self, table: Table) -> Told:
        """Return a table in words; Corrupt if its record cannot be played."""
        return (await self._game(table)).told

    async def picture(self, table: Table, step: int, colours: Colours = Colours.MAIZE) -> Picture:
        """Return the picture of a step; IndexError if there is no such step."""
        game = await self._game(table)
        if step >= len(game.told.steps):
            raise IndexError(step)
        said = game.told.steps[: step + 1]
        what = (self._games, table, game.entries, step, self._language, colours)
        draw = partial(self._work, Urgency.PICTURE, depict, *what)
        return await self._pictures.get((table.id, colours, said), draw)

    async def animation(self, table: Table) -> bytes:
        """Return the whole of a game that is over as a GIF file."""
        game = await self._game(table)
        what = (self._games, table, game.entries, self._language)
        return await self._animations.get(table, partial(self._work, Urgency.REPLAY, film, *what))

    async def _game(self, table: Table) -> _Game:
        return await self._told.get(table, partial(self._tell, table))

    async def _tell(self, table: Table) -> _Game:
        entries = await self._store.record(table.id)
        link = "" if self._url is None else f"{self._url}/g/{table.code}"
        what = (self._games, table, entries, self._language, link)
        told = await self._work(Urgency.PICTURE, tell, *what)
        return _Game(entries, told)


def tell(
    games: Games, table: Table, entries: tuple[str, ...], language: str, link: str = ""
) -> Told:
    """Put a table into words; Corrupt if its record cannot be played.

    `link` is the address of the table's page, where it is known.
    """
    say = catalogue(games.texts).voice(language)
    seen = _kept_frames(games, table, entries, language)
    steps = tuple(tuple(map(say, lines(frame))) for frame in seen)
    record = record_of(table, entries, say, link)
    return Told(
        sides=say(sides(games, table)),
        verdict=say(verdict(table)) if table.status is Status.OVER else "",
        steps=steps,
        lines=() if steps else tuple(map(say, make_page(games, table, say).lines)),
        filmed=min(len(steps), games.of(table.header).longest_film or len(steps)),
        throws=tuple(_throws(games.game(table.header), record)),
        record=record.write(games.game),
        record_json=record_json(record),
    )


def _throws(game: AnyGame, record: Record) -> Iterator[Thrown]:
    for step in replay(game, record.entries):
        if isinstance(step.phase, Throw):
            yield Thrown(record.tags.players[step.phase.seat], step.entry)


def depict(
    games: Games,
    table: Table,
    entries: tuple[str, ...],
    step: int,
    language: str,
    colours: Colours = Colours.MAIZE,
) -> Picture:
    """Draw a step."""
    board = _kept_frames(games, table, entries, language)[step].board
    return Picture(board.png(THEMES[colours]), board.alt())


def film(games: Games, table: Table, entries: tuple[str, ...], language: str) -> bytes:
    """Draw the whole game."""
    boards = [frame.board for frame in _kept_frames(games, table, entries, language)]
    return games.of(table.header).film(boards, catalogue(games.texts).voice(language))


@lru_cache(maxsize=KEPT_THERE)
def _kept_frames(
    games: Games, table: Table, entries: tuple[str, ...], language: str
) -> tuple[Scene, ...]:
    return frames(games, table, entries, catalogue(games.texts).voice(language))
