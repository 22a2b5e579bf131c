"""A table becomes a page: what happened, what comes next, a button for every legal move."""

from dataclasses import replace

import pytest

from bot.games.road.board import RoadBoard
from bot.show.page import Page
from bot.show.presenter import DEFAULT_LOOK, Presenter, make_page, thread_renderer
from bot.store.memory import MemoryStore
from bot.table.button import Button, Link, Style
from bot.table.intents import (
    Accept,
    BlockHost,
    Cancel,
    Decline,
    Move,
    Play,
    Rematch,
    ShowMenu,
    TableRules,
    Verify,
)
from bot.table.people import User
from bot.table.seats import Free, Kept, Person, Seat
from bot.table.settings import Colours, Look, Viewpoint
from bot.table.steps import end
from bot.table.table import Ending, Status, Table
from bot.texts.catalogue import Catalogue
from engine.corn import commitment
from engine.game import Places
from engine.text import Name, Text
from renderer.road.picture import draw
from renderer.road.view import RoadView
from renderer.theme import THEMES
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, HEADER, OFFER, PRACTICE, SAY, begun, gone_on


def made(table: Table, look: Look = DEFAULT_LOOK) -> Page:
    return make_page(GAMES, table, SAY, look)


def said(page: Page) -> list[str]:
    return [SAY(line) for line in page.lines]


@pytest.fixture
def playing() -> Table:
    return begun().table


def whole_game(table: Table) -> list[Page]:
    """Every page of a game in which the first move on offer is played."""
    pages = [made(table)]
    while table.status is Status.PLAYING:
        intent = pages[-1].buttons[0].intent
        assert isinstance(intent, Move)
        table = gone_on(table, intent.move).table
        pages.append(made(table))
    return pages


def test_a_challenge_says_who_whom_and_what() -> None:
    """The offer names both and the game; what binds the casts is left to the platforms."""
    page = made(OFFER)
    lines = said(page)
    assert lines[0] == "Ana challenges Ben."
    assert lines[1].startswith("Puluc: 7 spaces, 2 warriors each.")
    assert page.commitment == commitment(OFFER.seed)
    assert page.commitment not in " ".join(lines)


def offered(ruleset: str, **chosen: object) -> list[str]:
    """What is said of a challenge to a game with other options."""
    header = GAMES.header(options(ruleset, **chosen))
    return said(made(replace(OFFER, header=header)))


def test_what_is_changed_is_said() -> None:
    """A challenge tells the road, the warriors and the rules that are not the ruleset's own."""
    assert offered("kekchi", road=9, warriors=3, casts="each", exact="yes")[1] == (
        "Kekchi puluc: 9 spaces, 3 warriors each. Changed: 9 spaces instead of 14, "
        "3 warriors each instead of 5, two numbers a turn, and bases need the exact number."
    )


def test_what_is_not_changed_is_not_said() -> None:
    """A challenge to a ruleset as it is names no change."""
    assert offered("kekchi")[1] == "Kekchi puluc: 14 spaces, 5 warriors each."


@pytest.mark.parametrize(
    ("changed", "stays"), [({"exact": "yes"}, True), ({"table": "die"}, False)]
)
def test_the_line_about_a_ruleset(changed: dict[str, str], *, stays: bool) -> None:
    """The line about a ruleset stands below, unless an option changes what it says."""
    line = SAY(Text("ruleset.footprints.line"))
    assert (line in offered("footprints", **changed)) is stays


@pytest.mark.parametrize(
    ("seats", "host"),
    [
        pytest.param(OFFER.seats, ANA.user, id="challenge"),
        pytest.param((replace(ANA, word="lucky"), Free()), ANA.user, id="with a word"),
        pytest.param(PRACTICE.seats, None, id="practice"),
    ],
)
def test_who_is_asked_for_a_word(seats: tuple[Seat, ...], host: User | None) -> None:
    """Whoever accepts may give a word for the casts, and so may the host beside a challenge."""
    page = made(replace(OFFER, seats=seats))
    word = replace(OFFER, seats=seats).host.word
    assert (page.asks_word, page.host, page.word) == (True, host, word)


def test_nobody_is_asked_for_a_word_during_a_game(playing: Table) -> None:
    """The casts are bound to their words when the game begins."""
    page = made(replace(playing, seats=(replace(ANA, word="lucky"), BEN)))
    assert (page.asks_word, page.host, page.word) == (False, None, "")


def test_words_stand_nowhere_in_the_chat() -> None:
    """The word of a challenge's host is for their own field alone."""
    worded = replace(OFFER, revision=2, seats=(replace(ANA, word="lucky"), Free()))
    page = made(worded)
    assert "lucky" not in " ".join(said(page))
    assert page.word == "lucky"
    assert page.buttons[0].intent == Accept(worded.id, revision=2)


def test_a_challenge_can_be_answered() -> None:
    """Accept, decline, block, cancel, rules."""
    kinds = [type(button.intent) for button in made(OFFER).buttons]
    assert kinds == [Accept, Decline, BlockHost, Cancel, TableRules]


def test_whoever_is_challenged_is_mentioned() -> None:
    """The page waits for Ben."""
    assert made(OFFER).mention == BEN.user


def test_the_opening_is_told(playing: Table) -> None:
    """Both opening casts and who begins."""
    assert said(made(playing))[0].endswith("goes first.")


def test_every_legal_move_has_a_button(playing: Table) -> None:
    """As many buttons as moves, each for this revision; and one for all else."""
    game = GAMES.game(HEADER)
    moves = game.phase(game.read_position(playing.position)).moves
    page = made(playing)
    assert {button.intent for button in page.buttons} == {
        ShowMenu(playing.id),
        *(Move(playing.id, playing.revision, game.write_move(m), playing.mark) for m in moves),
    }


def test_a_whole_game_is_told() -> None:
    """Every page of a game has its sentences, its picture and its description."""
    pages = whole_game(begun().table)
    for page in pages:
        assert all(said(page))
        assert page.picture is not None
        assert page.picture.png.startswith(b"\x89PNG")
        assert len(page.picture.alt) <= 1024
    assert said(pages[-1])[-1].endswith("wins.")
    assert not pages[-1].live


def test_captures_stand_out() -> None:
    """A button that captures has a style of its own and says how many."""
    pages = whole_game(begun().table)
    buttons = [button for page in pages for button in page.buttons]
    captures = [button for button in buttons if "captures" in SAY(button.text)]
    assert captures
    assert all(button.style is Style.CAPTURE for button in captures)


def test_names_are_marked_as_names(playing: Table) -> None:
    """A name reaches every platform as a name, so that it can be escaped."""
    page = made(replace(playing, seats=(replace(ANA, name="*Ana*"), BEN)))
    escaped = Catalogue().voice("en", escape=lambda name: name.replace("*", "\\*"))
    told = " ".join(escaped(line) for line in page.lines)
    assert "\\*Ana\\*" in told
    assert isinstance(Name("x"), str)


@pytest.mark.parametrize(
    ("ending", "by", "places", "sentence"),
    [
        (Ending.RESIGNED, 0, ((1,), (0,)), "Ana resigned. Ben wins."),
        (Ending.ABORTED, 1, (), "Ben aborted the game before the first move."),
    ],
)
def test_how_a_game_ended(
    playing: Table, ending: Ending, by: int, places: Places, sentence: str
) -> None:
    """The end is said, and nothing of seeds."""
    over = end(playing, ending, 0, by=by, places=places).table
    assert said(made(over)) == [sentence]


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.DECLINED, "Ben declined Ana's challenge."),
        (Ending.CANCELLED, "Ana cancelled the challenge."),
        (Ending.EXPIRED, "Nobody accepted Ana's challenge within two days."),
        (Ending.CLOSED, "A moderator closed this game. Nobody wins."),
    ],
)
def test_how_a_challenge_ended(ending: Ending, sentence: str) -> None:
    """A challenge that came to nothing says so, keeps the way to its seed, and has no button."""
    page = made(end(OFFER, ending, 0).table)
    assert said(page) == [sentence]
    assert page.fair_path == f"/g/code/fair#{commitment(OFFER.seed)}"
    assert page.buttons == ()


def test_what_there_is_to_do_after_a_game(playing: Table) -> None:
    """A rematch, a new game, the game step by step, and how fair it was."""
    over = end(playing, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    rematch, new, step, fair = made(over).buttons
    assert rematch == Button(Text("button.rematch"), Rematch(over.id), Style.GOOD)
    assert new == Button(Text("button.new"), Play())
    assert step == Link(Text("button.step"), "/g/code#0")
    path = f"/g/code/fair#{commitment(over.seed)}"
    assert fair == Link(Text("button.fair"), path, Verify(over.id))


def test_a_game_is_summed_up() -> None:
    """Below the result stands how long the game was, and how many captures it had."""
    table, record = begun().table, list(begun().entries)
    while table.status is Status.PLAYING:
        step = gone_on(table, GAMES.scene(table, SAY).moves[0].move)
        table, record = step.table, [*record, *step.entries]
    page = make_page(GAMES, table, SAY, entries=tuple(record))
    assert said(page)[-2:] == ["45 moves, 2 captures.", "Ben led from move 5 to the end."]


def test_a_computer_has_a_name() -> None:
    """The description of a practice game names the computer."""
    picture = made(begun(PRACTICE).table).picture
    assert picture is not None
    assert " 's" not in picture.alt


async def test_a_page_is_made_once(playing: Table) -> None:
    """Asked for twice at one revision, the same page is given."""
    presenter = Presenter(thread_renderer(GAMES), MemoryStore().record)
    assert await presenter.page(playing, "en") is await presenter.page(playing, "en")


@pytest.mark.parametrize("colours", Colours)
def test_the_colours_of_a_board(playing: Table, colours: Colours) -> None:
    """A board is drawn in the colours that are asked for."""
    view = view_of(playing)
    assert png(playing, Look(colours)) == draw(view, SAY, THEMES[colours])


def test_every_theme_can_be_chosen() -> None:
    """Whatever colours the renderer has can be set for a channel."""
    assert set(Colours) == set(THEMES)


def test_whose_base_is_at_the_left(playing: Table) -> None:
    """Seen by whoever is to move the board turns round with each move, else it never does."""
    view = view_of(playing)
    seat = view.turn
    assert seat is not None
    assert png(playing, Look(viewpoint=Viewpoint.MOVER)) == draw(view, SAY, seen_from=seat)
    assert png(playing, Look(viewpoint=Viewpoint.FIXED)) == draw(view, SAY)


def view_of(table: Table) -> RoadView:
    board = GAMES.scene(table, SAY).board
    assert isinstance(board, RoadBoard)
    return board.view


def png(table: Table, look: Look) -> bytes:
    picture = made(table, look).picture
    assert picture is not None
    return picture.png


@pytest.mark.parametrize("name", ["", " ", "\N{HANGUL FILLER}"])
def test_who_has_no_name(name: str) -> None:
    """Somebody without a name is told of by a neutral word, drawn, and called."""
    offer = made(replace(OFFER, seats=(ANA, Kept(BEN.user, name))))
    assert said(offer)[0] == "Ana challenges an unnamed player."
    assert (offer.mention, offer.mention_name) == (BEN.user, "an unnamed player")
    page = made(begun(guest=Person(BEN.user, name)).table)
    assert page.picture is not None
    assert "an unnamed player" in page.picture.alt
