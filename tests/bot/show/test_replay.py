"""Replays: what their frames show and say, and that they don't change later."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count, pairwise

import pytest

from bot.games.family import Scene
from bot.games.road.board import RoadBoard
from bot.show import replay
from bot.show.replay import Replays, lines
from bot.store.memory import MemoryStore
from bot.table.former import Departure, Former
from bot.table.ports import Operation
from bot.table.steps import end
from bot.table.table import Ending, Table
from engine import Corrupt
from engine.corn import Recipe
from engine.record import Record
from engine.road.header import write_header
from engine.road.rulesets import RULESETS
from renderer.road.view import RoadView
from tests.bot.hands import at_once
from tests.bot.show.offer import GAMES, HEADER, OFFER, PRACTICE, SAY, move_on
from tests.bot.show.stages import Stage, played, taken_back


def frames(table: Table, entries: Sequence[str]) -> tuple[Scene, ...]:
    return tuple(frame.scene for frame in replay.frames(GAMES, table, entries, SAY))


def marks(stage: Stage) -> list[str]:
    return [frame.mark for frame in replay.frames(GAMES, *stage, SAY)]


def view_of(scene: Scene) -> RoadView:
    assert isinstance(scene.board, RoadBoard)
    return scene.board.view


@pytest.fixture(scope="module")
def game() -> list[Stage]:
    return played(OFFER)


def said(frame: Scene) -> list[str]:
    return [SAY(line) for line in lines(frame)]


def two_seats(key: str) -> str:
    """The header of a short game of this ruleset for two."""
    return write_header(replace(RULESETS[key], seats=2, road=9, warriors=2))


@pytest.mark.parametrize("key", RULESETS)
def test_the_last_frame_is_the_table(key: str) -> None:
    """At every stage of a game the last frame equals the table's board, except for older traces."""
    for table, entries in played(replace(OFFER, header=two_seats(key))):
        shown = view_of(frames(table, entries)[-1])
        assert shown == replace(view_of(GAMES.scene(table, SAY)), last=shown.last)


@pytest.mark.parametrize("key", RULESETS)
def test_frames_never_change(key: str) -> None:
    """The frames at any stage are the first frames of the whole game."""
    stages = played(replace(OFFER, header=two_seats(key)))
    whole = frames(*stages[-1])
    for stage in stages[:-1]:
        shown = frames(*stage)
        assert [*map(lines, shown)] == [*map(lines, whole[: len(shown)])]
        assert view_of(shown[-1]) == view_of(whole[len(shown) - 1])


@pytest.mark.parametrize("key", RULESETS)
def test_marks_never_change(key: str) -> None:
    """A frame keeps its mark when the game goes on."""
    stages = played(replace(OFFER, header=two_seats(key)))
    whole = marks(stages[-1])
    for stage in stages[:-1]:
        shown = marks(stage)
        assert shown == whole[: len(shown)]


@pytest.mark.parametrize("key", RULESETS)
def test_every_frame_has_sentences(key: str) -> None:
    """Every frame has its sentences and its description."""
    for frame in frames(*played(replace(OFFER, header=two_seats(key)))[-1]):
        assert all(said(frame))
        assert frame.board.alt()


def test_one_frame_for_each_decision_and_pass(game: list[Stage]) -> None:
    """There is a frame for each move and pass, and one for the end."""
    table, entries = game[-1]
    assert len(frames(table, entries)) == table.moves + entries.count("-") + 1


def test_the_first_frame_shows_the_opening(game: list[Stage]) -> None:
    """The first frame shows the opening throws, who goes first, and the number to play."""
    opening, turn = said(frames(*game[0])[0])
    assert opening == "Ana throws 2 and Ben throws 3, so Ben goes first."
    assert turn == "Ben to play: 2"


def test_a_frame_shows_the_last_move(game: list[Stage]) -> None:
    """A frame shows the last move, then the next player's number."""
    deed, turn = said(frames(*game[1])[1])
    assert deed == "Ben enters a warrior on 6."
    assert turn.startswith("Ana to play: ")


def test_frames_name_those_who_played_then(game: list[Stage]) -> None:
    """A player who takes over a seat later is not named in the frames before that."""
    table, entries = game[4]
    eva = replace(OFFER.host, name="Eva")
    left = Former(1, table.seats[1], Departure.RESIGNED, 2, 0)
    taken = replace(table, seats=(table.seats[0], eva), former=(left,))
    first, last = frames(taken, entries)[0], frames(taken, entries)[-1]
    assert said(first) == said(frames(table, entries)[0])
    assert "Eva" not in view_of(first).seats[1].name
    assert view_of(last).seats[1].name == "Eva"


PASSES = "a-kaakil road=7 warriors=2 table=kernels casts=each seats=2 exact=yes"


def is_pass(frame: Scene) -> bool:
    return not (frame.turn or frame.over)


def test_a_pass_has_a_frame() -> None:
    """A pass has its own frame, with the throws and a sentence about them."""
    passes = [f for f in frames(*played(replace(OFFER, header=PASSES))[-1]) if is_pass(f)]
    assert passes
    for frame in passes:
        view = view_of(frame)
        assert said(frame)[-1].endswith("passes.")
        assert view.passes
        assert [thrown.played for thrown in view.thrown] != [True, True]
        assert not view.landings


def test_the_frame_after_a_pass() -> None:
    """The frame after a pass shows only the next player's numbers."""
    shown = frames(*played(replace(OFFER, header=PASSES))[-1])
    after = [said(b) for a, b in pairwise(shown) if is_pass(a)]
    assert after
    (lines,) = zip(*after, strict=True)
    assert all(re.fullmatch(r"(Ana|Ben) to play: \d( and \d)?", line) for line in lines)


def test_both_moves_of_a_turn_are_traced() -> None:
    """After the second number, the frame also traces the first move."""
    header = "puluc road=9 warriors=3 table=kernels casts=each"
    shown = [view_of(frame) for frame in frames(*played(replace(OFFER, header=header))[-1])]
    assert any(len(view.last) == 2 for view in shown)
    for one, other in pairwise(shown):
        if len(other.last) == 2 and not other.passes:
            assert other.last[0] == one.last[-1]


def test_the_last_frame_shows_the_end(game: list[Stage]) -> None:
    """The last frame shows the winning move and the winner."""
    *deed, result = said(frames(*game[-1])[-1])
    assert len(deed) == 1
    assert result.endswith("wins.")


def test_a_resignation(game: list[Stage]) -> None:
    """After a resignation, the last position keeps its own frame before the end."""
    table, entries = game[3]
    over = end(table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    before, after = frames(table, entries), frames(over, entries)
    assert len(after) == len(before) + 1
    assert view_of(after[-2]) == view_of(before[-1])
    assert said(after[-1]) == ["Ana resigned. Ben wins."]
    assert view_of(after[-1]).stacks == view_of(before[-1]).stacks


def test_the_computer_s_moves_have_frames() -> None:
    """The computer's moves have frames, too."""
    table, entries = played(PRACTICE)[-1]
    sentences = [line for frame in frames(table, entries) for line in said(frame)]
    assert any(line.startswith("Computer (medium) has ") for line in sentences)
    assert any(line.startswith("Computer (medium) enters ") for line in sentences)


def test_no_frames_before_play() -> None:
    """A table that hasn't begun has no frames, even if its record has grown since."""
    assert frames(OFFER, ("0110",)) == ()


def test_a_record_newer_than_the_table(game: list[Stage]) -> None:
    """A record that is newer than its table adds no frames."""
    early, late = game[2], game[-1]
    shown, whole = frames(early.table, late.entries), frames(*early)
    assert [*map(lines, shown)] == [*map(lines, whole)]
    assert view_of(shown[-1]) == view_of(whole[-1])


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_an_undo_takes_frames_back(game: list[Stage], moves: int) -> None:
    """After an undo, the frames are those from before the move: what stands is what is shown."""
    shown, earlier = frames(*taken_back(game[4], moves)), frames(*game[4 - moves])
    assert [*map(lines, shown)] == [*map(lines, earlier)]
    assert [*map(view_of, shown)] == [*map(view_of, earlier)]
    assert marks(taken_back(game[4], moves)) == marks(game[4 - moves])


def test_another_move_after_an_undo(game: list[Stage]) -> None:
    """After another move, the frames are those of the game in which only this one was played."""
    before = game[3]
    opened = GAMES.game(HEADER)
    moves = opened.phase(opened.read_position(before.table.position)).moves
    played = game[4].entries[len(before.entries)]
    (other, *_) = [move for move in map(opened.write_move, moves) if move != played]
    undone = taken_back(game[4], 1)
    tried, straight = (move_on(stage.table, other) for stage in (undone, before))
    shown = frames(tried.table, undone.entries + tried.entries)
    assert [*map(lines, shown)] == [
        *map(lines, frames(straight.table, before.entries + straight.entries))
    ]
    assert view_of(shown[-1]) == view_of(GAMES.scene(tried.table, SAY))
    line, instead = marks(game[4]), marks(Stage(tried.table, undone.entries + tried.entries))
    assert line[:4] == instead[:4]
    assert line[4] != instead[4]


def test_an_undo_newer_than_the_table(game: list[Stage]) -> None:
    """A table that was loaded before an undo is shown with the moves that it took back."""
    early = game[4]
    for record in (taken_back(early, 2).entries, taken_back(game[6], 4).entries):
        assert [*map(lines, frames(early.table, record))] == [*map(lines, frames(*early))]


@pytest.mark.parametrize("recipe", Recipe)
async def test_the_throws_are_numbered(recipe: Recipe) -> None:
    """The list of throws has those taken back and those thrown again, with the same numbers."""
    game = played(replace(OFFER, recipe=recipe))
    undone = taken_back(game[4], 1)
    move = game[4].entries[len(game[3].entries)]
    again = move_on(undone.table, move)
    stages = [*game[:5], undone, Stage(again.table, undone.entries + again.entries)]
    text = await Replays(GAMES, await stored(stages), at_once, "en").text(again.table)
    casts = game[4].table.casts
    line, again = text.throws[:casts], text.throws[casts:]
    assert again
    assert again == line[game[3].table.casts :]
    own = {"Ana": map("a{}".format, count()), "Ben": map("b{}".format, count())}
    together = map(str, count())
    for throw in line:
        assert throw.number == next(together if recipe is Recipe.CORN_1 else own[throw.name])


@pytest.mark.parametrize("damage", ["cut", "nonsense", "another game"])
def test_a_corrupt_record(game: list[Stage], damage: str) -> None:
    """A record that can't be replayed, or leads to another position, raises `Corrupt`."""
    table, entries = game[-1]
    other = played(replace(OFFER, seed=bytes(32)))[-1].entries
    damaged = {"cut": entries[:-1], "nonsense": ("x", *entries), "another game": other}
    with pytest.raises(Corrupt):
        frames(table, damaged[damage])


async def stored(stages: Sequence[Stage]) -> MemoryStore:
    """Return a store in which the game was played."""
    store, known = MemoryStore(), 0
    await store.create(OFFER, Operation("offer"))
    for number, (table, entries) in enumerate(stages):
        await store.commit(table, entries[known:], Operation(str(number)), [])
        known = len(entries)
    return store


async def test_pictures_are_drawn_once(game: list[Stage]) -> None:
    """A frame's picture is drawn once, even if the table has a newer revision."""
    replays = Replays(GAMES, await stored(game), at_once, "en")
    table = game[-1].table
    picture = await replays.picture(table, 3)
    assert picture.png.startswith(b"\x89PNG")
    assert await replays.picture(replace(table, revision=table.revision + 1), 3) is picture


async def test_the_record_can_be_parsed(game: list[Stage]) -> None:
    """The replay's record can be parsed by the engine."""
    table, entries = game[-1]
    text = await Replays(GAMES, await stored(game), at_once, "en").text(table)
    record = Record.read(text.record)
    assert (record.header, record.entries) == (HEADER, entries)


async def test_the_animation(game: list[Stage]) -> None:
    """The animation of the whole game is a GIF file, made once."""
    replays = Replays(GAMES, await stored(game), at_once, "en")
    gif = await replays.animation(game[-1].table)
    assert gif.startswith(b"GIF89a")
    assert await replays.animation(game[-1].table) is gif
