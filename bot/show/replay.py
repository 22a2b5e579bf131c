"""Replays: the table at every step of a game, reconstructed from its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple, TypeAlias, TypeVar

from bot.acts.records import record_json, record_of
from bot.games.catalogue import Games
from bot.games.family import Scene
from bot.show.headline import sides, verdict
from bot.show.page import Picture
from bot.show.presenter import make_page
from bot.table.departures import as_of
from bot.table.ids import TableId
from bot.table.ports import Store
from bot.table.settings import Colours
from bot.table.table import Status, Table
from bot.texts.catalogue import catalogue
from bot.work.cache import Cache
from bot.work.workshop import Urgency, Work
from engine import AnyGame, Choose, Corrupt, Game, Pass, Throw
from engine.corn import Recipe
from engine.record import Played, Record, Undone, replay, standing
from engine.text import Say, Text
from renderer.theme import THEMES

P = TypeVar("P")
M = TypeVar("M")

KEPT_GAMES, KEPT_PICTURES, KEPT_ANIMATIONS = 32, 128, 4
"""How many of each are cached."""

MARK_BYTES = 6
"""Steps of one number are few, so this is enough to tell them apart."""

KEPT_IN_WORKER = 4
"""How many games a worker process caches, because it draws them step by step."""


class Frame(NamedTuple):
    """A step of a replay. `mark` tells it from those that may take its place after an undo."""

    scene: Scene
    mark: str


def frames(games: Games, table: Table, entries: Sequence[str], say: Say) -> tuple[Frame, ...]:
    """Return a frame for every move and pass of a game, and for its end.

    They show what stands: an undo takes back the frames after its move's. Otherwise frames never
    change once they exist; there are none before play begins. Record entries newer than `table`,
    which was loaded first, are ignored. Raises Corrupt if the record does not lead to the table's
    position.
    """
    return tuple(
        Frame(games.scene(moment, say), mark_of(moment))
        for moment in moments(games, table, entries)
    )


def moments(games: Games, table: Table, entries: Sequence[str]) -> tuple[Table, ...]:
    """Return the table at each frame of its game, with those who played then."""
    if not table.position:
        return ()
    game = games.game(table.header)
    return tuple(_moments(game, table, standing(game, leading_to(game, table, entries))))


def mark_of(moment: Table) -> str:
    """Return a digest of everything that may differ between frames of the same number."""
    shown = (moment.position, moment.before, moment.story, moment.lying)
    counts = (moment.casts, moment.moves)
    end = (moment.ending, moment.ended_by) if moment.status is Status.OVER else None
    return blake2b(
        repr((shown, counts, moment.former, end)).encode(), digest_size=MARK_BYTES
    ).hexdigest()


def leading_to(game: AnyGame, table: Table, entries: Sequence[str]) -> Sequence[str]:
    """Return the entries up to `table`; if undos led back there, up to the last time.

    Raises Corrupt if the record does not lead to the table's position.
    """
    goal, length, moves = game.read_position(table.position), None, 0
    for count, step in enumerate(replay(game, entries), 1):
        if isinstance(step, Undone):
            moves, casts = moves - 1, sum(step.move.throws)
        else:
            moves += isinstance(step.phase, Choose)
            casts = sum(step.throws) + isinstance(step.phase, Throw)
        if (casts, moves, step.after) == (table.casts, table.moves, goal):
            length = count
    if length is None:
        raise Corrupt(f"the record of table {table.id} does not lead to its position")
    return entries[:length]


def _moments(game: Game[P, M], table: Table, line: Sequence[Played[P, M]]) -> Iterator[Table]:
    then = replace(table, status=Status.PLAYING, before="", story=(), casts=0, moves=0)
    lying: dict[int, tuple[str, ...]] = {}  # each seat's throws in its latest turn
    casting: tuple[int, bool] | None = None
    moved: int | None = None  # the seat that moved last
    for position, phase, entry, after, _ in line:
        match phase:
            case Throw(seat, _, opening):
                begun = lying[seat] if casting == (seat, opening) else ()
                casting, lying[seat], moved = (seat, opening), (*begun, entry), None
                then = replace(then, casts=then.casts + 1, story=(*then.story, entry))
            case Choose(seat):
                here = game.write_position(position)
                yield as_of(replace(then, position=here, lying=lying[seat]), then.moves)
                if moved != seat:
                    then = replace(then, before=here, story=())
                moved = seat
                then = replace(then, moves=then.moves + 1, story=(*then.story, entry))
            case Pass(seat):
                here, story = game.write_position(position), (*then.story, entry)
                shown = replace(then, position=here, lying=lying[seat], story=story)
                yield as_of(shown, then.moves)
                then, moved = replace(then, before=game.write_position(after), story=()), None
    if isinstance(game.phase(line[-1].after), Choose):
        yield replace(then, position=table.position, lying=table.lying)
        then = replace(then, story=())
    if table.status is Status.OVER:
        yield replace(table, before=then.before, story=then.story)


def lines(scene: Scene) -> tuple[Text, ...]:
    """Return what led to a frame, and what happens next."""
    return (*scene.narration, *(scene.turn or ([scene.result] if scene.over else [])))


class Thrown(NamedTuple):
    """A throw as it is in the record, its number in the recipe and the thrower's name."""

    number: str
    name: str
    entry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayText:
    """A game as text: its players, its result, the lines of each step, and its record.

    There are no steps before play begins; until then `lines` describe the table. `marks` tell the
    steps from others that may take their place after an undo (`Frame`). `verdict` is empty
    until the table is over. `filmed` is how many steps the animated replay shows. `throws` are all
    throws in the record; after an undo they include those that it took back, and then those again.
    """

    sides: str
    verdict: str
    steps: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...]
    lines: tuple[str, ...]
    filmed: int
    throws: tuple[Thrown, ...]
    record: str
    record_json: str


class _Game(NamedTuple):
    """A record's entries, and the game as text."""

    entries: tuple[str, ...]
    text: ReplayText


_Moment: TypeAlias = tuple[TableId, Colours, str, tuple[tuple[str, ...], ...]]
"""The cache key of a step's picture: the table, the colours, the mark, all text up to that step."""


class Replays:
    """Games as text, pictures and animations, made by `work` and cached.

    The cache keys are the whole table or, for pictures, the mark and all text up to the step. So a
    table is never mistaken for one of the same revision from before a rollback of the store.
    """

    def __init__(
        self, games: Games, store: Store, work: Work, language: str, url: str | None = None
    ) -> None:
        """Create the caches; `url` is the base URL of table pages, without a trailing slash."""
        self._url = url
        self._games = games
        self._store = store
        self._work = work
        self._language = language
        self._texts: Cache[Table, _Game] = Cache(KEPT_GAMES, abandon=True)
        self._pictures: Cache[_Moment, Picture] = Cache(KEPT_PICTURES, abandon=True)
        self._animations: Cache[Table, bytes] = Cache(KEPT_ANIMATIONS, abandon=True)

    async def text(self, table: Table) -> ReplayText:
        """Return a game as text. Raises Corrupt if its record cannot be replayed."""
        return (await self._game(table)).text

    async def picture(self, table: Table, step: int, colours: Colours = Colours.MAIZE) -> Picture:
        """Return the picture of a step. Raises IndexError if there is no such step."""
        game = await self._game(table)
        if step >= len(game.text.steps):
            raise IndexError(step)
        lines_so_far = game.text.steps[: step + 1]
        what = (self._games, table, game.entries, step, self._language, colours)
        draw = partial(self._work, Urgency.PICTURE, draw_step, *what)
        key = (table.id, colours, game.text.marks[step], lines_so_far)
        return await self._pictures.get(key, draw)

    async def animation(self, table: Table) -> bytes:
        """Return a finished game as a GIF file."""
        game = await self._game(table)
        what = (self._games, table, game.entries, self._language)
        return await self._animations.get(
            table, partial(self._work, Urgency.REPLAY, animate, *what)
        )

    async def _game(self, table: Table) -> _Game:
        return await self._texts.get(table, partial(self._make_text, table))

    async def _make_text(self, table: Table) -> _Game:
        entries = await self._store.record(table.id)
        link = "" if self._url is None else f"{self._url}/g/{table.code}"
        what = (self._games, table, entries, self._language, link)
        text = await self._work(Urgency.PICTURE, replay_text, *what)
        return _Game(entries, text)


def replay_text(
    games: Games, table: Table, entries: tuple[str, ...], language: str, link: str = ""
) -> ReplayText:
    """Return a game as text. Raises Corrupt if its record cannot be replayed.

    `link` is the URL of the table's page, if known.
    """
    say = catalogue(games.texts).voice(language)
    kept = _kept_frames(games, table, entries, language)
    steps = tuple(tuple(map(say, lines(frame.scene))) for frame in kept)
    record = record_of(table, entries, say, link)
    return ReplayText(
        sides=say(sides(games, table)),
        verdict=say(verdict(games, table)) if table.status is Status.OVER else "",
        steps=steps,
        marks=tuple(frame.mark for frame in kept),
        lines=() if steps else tuple(map(say, make_page(games, table, say).lines)),
        filmed=min(len(steps), games.of(table.header).longest_film or len(steps)),
        throws=tuple(_throws(games.game(table.header), table.recipe, record)),
        record=record.write(games.game),
        record_json=record_json(games, record),
    )


def _throws(game: AnyGame, recipe: Recipe, record: Record) -> Iterator[Thrown]:
    for step in replay(game, record.entries):
        if isinstance(step, Played) and isinstance(step.phase, Throw):
            seat = step.phase.seat
            number = recipe.number(seat, step.throws)
            yield Thrown(number, record.tags.players[seat], step.entry)


def draw_step(
    games: Games,
    table: Table,
    entries: tuple[str, ...],
    step: int,
    language: str,
    colours: Colours = Colours.MAIZE,
) -> Picture:
    """Draw a step."""
    board = _kept_frames(games, table, entries, language)[step].scene.board
    return Picture(board.png(THEMES[colours]), board.alt())


def animate(games: Games, table: Table, entries: tuple[str, ...], language: str) -> bytes:
    """Draw the whole game as an animation."""
    boards = [frame.scene.board for frame in _kept_frames(games, table, entries, language)]
    return games.of(table.header).film(boards, catalogue(games.texts).voice(language))


@lru_cache(maxsize=KEPT_IN_WORKER)
def _kept_frames(
    games: Games, table: Table, entries: tuple[str, ...], language: str
) -> tuple[Frame, ...]:
    return frames(games, table, entries, catalogue(games.texts).voice(language))
