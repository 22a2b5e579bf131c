"""A page of a table: what happened, who is to move, and a button for every legal move."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.rematch import Rematch
from bot.acts.look.menu import ShowMenu
from bot.acts.look.play import Play
from bot.acts.look.review import ShowReview
from bot.acts.look.rules import Rules
from bot.acts.look.verify import Verify
from bot.acts.play.move import Move
from bot.games.road.board import RoadBoard
from bot.show.page import Mention, Page
from bot.show.presenter import DEFAULT_LOOK, Presenter, make_page, thread_renderer
from bot.store.memory import MemoryStore
from bot.table.agreement import agreement
from bot.table.button import Button, Link, Style
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
from tests.bot.show.offer import ANA, BEN, GAMES, HEADER, OFFER, PRACTICE, SAY, begun, move_on


def made(table: Table, look: Look = DEFAULT_LOOK) -> Page:
    return make_page(GAMES, table, SAY, look)


def said(page: Page) -> list[str]:
    return [SAY(line) for line in page.lines]


@pytest.fixture
def playing() -> Table:
    return begun().table


def whole_game(table: Table) -> list[Page]:
    """Every page of a game in which the first button is always pressed."""
    pages = [made(table)]
    while table.status is Status.PLAYING:
        intent = pages[-1].buttons[0].act
        assert isinstance(intent, Move)
        table = move_on(table, intent.move).table
        pages.append(made(table))
    return pages


def test_a_challenge() -> None:
    """The challenge names both players and the game; platforms show the commitment themselves."""
    page = made(OFFER)
    lines = said(page)
    assert lines[0] == "Ana challenges Ben."
    assert lines[1].startswith("Puluc: 7 spaces, 2 warriors each.")
    assert page.commitment == commitment(OFFER.seed)
    assert page.commitment not in " ".join(lines)


def offered(ruleset: str, **chosen: object) -> list[str]:
    """The lines of a challenge to a game with these options."""
    header = GAMES.header(options(ruleset, **chosen))
    return said(made(replace(OFFER, header=header)))


def test_changed_options_are_listed() -> None:
    """A challenge lists the options that differ from the ruleset's."""
    assert offered("kekchi", road=9, warriors=3, casts="each", exact="yes")[1] == (
        "Kekchi puluc: 9 spaces, 3 warriors each. "
        "Changed: two numbers a turn and you need the exact number to reach a base."
    )


def test_unchanged_options_are_not_listed() -> None:
    """A challenge to an unchanged ruleset lists no changes."""
    assert offered("kekchi")[1] == "Kekchi puluc: 14 spaces, 5 warriors each."


@pytest.mark.parametrize(
    ("changed", "stays"), [({"exact": "yes"}, True), ({"table": "die"}, False)]
)
def test_the_line_about_a_ruleset(changed: dict[str, str], *, stays: bool) -> None:
    """The ruleset's line is included unless an option makes it untrue."""
    line = SAY(Text("ruleset.footprints.line"))
    assert (line in offered("footprints", **changed)) is stays


@pytest.mark.parametrize("seats", [OFFER.seats, PRACTICE.seats], ids=["challenge", "practice"])
def test_asking_for_a_word(seats: tuple[Seat, ...]) -> None:
    """Players can give a word for the throws before play begins."""
    assert made(replace(OFFER, seats=seats)).give_word


def test_no_words_during_a_game(playing: Table) -> None:
    """During a game no word can be given: the throws depend on those given before it began."""
    page = made(replace(playing, seats=(replace(ANA, word="lucky"), BEN)))
    assert page.give_word is None


def test_words_are_not_shown_in_the_chat() -> None:
    """The host's word isn't shown in the chat."""
    worded = replace(OFFER, revision=2, seats=(replace(ANA, word="lucky"), Free()))
    page = made(worded)
    assert "lucky" not in " ".join(said(page))
    agreed = agreement(worded)
    assert page.buttons[0].act == Accept(worded.id, revision=2, agreement=agreed)


def test_a_challenge_can_be_answered() -> None:
    """A challenge has buttons to accept, decline, block, cancel, and read the rules."""
    kinds = [type(button.act) for button in made(OFFER).buttons]
    assert kinds == [Accept, Decline, BlockHost, Cancel, Rules]


def test_the_challenged_player_is_mentioned() -> None:
    """The challenged player is mentioned."""
    assert [each.user for each in made(OFFER).mentions] == [BEN.user]


def test_the_opening(playing: Table) -> None:
    """The opening line says who goes first."""
    assert said(made(playing))[0].endswith("goes first.")


def test_every_legal_move_has_a_button(playing: Table) -> None:
    """Every legal move has a button for this revision, and there is a menu button."""
    game = GAMES.game(HEADER)
    moves = game.phase(game.read_position(playing.position)).moves
    page = made(playing)
    assert {button.act for button in page.buttons} == {
        ShowMenu(playing.id),
        *(Move(playing.id, playing.revision, game.write_move(m), playing.mark) for m in moves),
    }


def test_a_whole_game() -> None:
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
    """A button that captures has a distinct style and says how many."""
    pages = whole_game(begun().table)
    buttons = [button for page in pages for button in page.buttons]
    captures = [button for button in buttons if "captures" in SAY(button.text)]
    assert captures
    assert all(button.style is Style.CAPTURE for button in captures)


def test_names_are_marked_as_names(playing: Table) -> None:
    """Names are passed as names, so that platforms can escape them."""
    page = made(replace(playing, seats=(replace(ANA, name="*Ana*"), BEN)))
    escaped = Catalogue().voice("en", escape=lambda name: name.replace("*", "\\*"))
    told = " ".join(escaped(line) for line in page.lines)
    assert "\\*Ana\\*" in told
    assert isinstance(Name("x"), str)


@pytest.mark.parametrize(
    ("ending", "by", "places", "sentence"),
    [
        (Ending.RESIGNED, 0, ((1,), (0,)), "Ana resigned. Ben wins."),
        (Ending.TIMEOUT, 0, ((1,), (0,)), "Ana ran out of time. Ben wins."),
        (Ending.LEFT, 1, ((0,), (1,)), "Ben has left. Ana wins."),
        (Ending.AGREED, 1, ((0, 1),), "Ana and Ben agreed to a draw."),
        (Ending.ABORTED, 1, (), "Ben aborted the game before the first move."),
    ],
)
def test_how_a_game_ended(
    playing: Table, ending: Ending, by: int, places: Places, sentence: str
) -> None:
    """The end of a game is one sentence, without the seed."""
    over = end(playing, ending, 0, by=by, places=places).table
    assert said(made(over)) == [sentence]


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.DECLINED, "Ben declined Ana's challenge."),
        (Ending.CANCELLED, "Ana cancelled the game."),
        (Ending.EXPIRED, "Nobody accepted Ana's challenge within 2 days."),
        (Ending.CLOSED, "A moderator closed this game. Nobody wins."),
    ],
)
def test_how_a_challenge_ended(ending: Ending, sentence: str) -> None:
    """A challenge that ended says so, links to its fairness page, and has no buttons."""
    page = made(end(OFFER, ending, 0).table)
    assert said(page) == [sentence]
    assert page.fair_path == f"/g/code/fair#{commitment(OFFER.seed)}"
    assert page.buttons == ()


def test_buttons_after_a_game(playing: Table) -> None:
    """After a game there is a rematch, a new game, a review, the replay and the fairness check."""
    moved = move_on(playing, GAMES.scene(playing, SAY).moves[0].move).table
    over = end(moved, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    rematch, new, review, step, fair = made(over).buttons
    assert rematch == Button(Text("button.rematch"), Rematch(over.id), Style.GOOD)
    assert new == Button(Text("button.new"), Play())
    assert review == Button(Text("button.review"), ShowReview(over.id))
    assert step == Link(Text("button.step"), "/g/code#0")
    path = f"/g/code/fair#{commitment(over.seed)}"
    assert fair == Link(Text("button.fair"), path, Verify(over.id))


def test_a_game_is_summed_up() -> None:
    """Below the result is the length of the game, the number of captures, and who led."""
    table, record = begun().table, list(begun().entries)
    while table.status is Status.PLAYING:
        step = move_on(table, GAMES.scene(table, SAY).moves[0].move)
        table, record = step.table, [*record, *step.entries]
    page = make_page(GAMES, table, SAY, entries=tuple(record))
    assert said(page)[-2:] == [
        "45 moves, 2 captures.",
        "Ben was ahead from move 5 to the end.",
    ]


def test_a_computer_has_a_name() -> None:
    """The description of a practice game names the computer."""
    picture = made(begun(PRACTICE).table).picture
    assert picture is not None
    assert " 's" not in picture.alt


async def test_a_page_is_made_once(playing: Table) -> None:
    """The page of a revision is made once."""
    presenter = Presenter(thread_renderer(GAMES), MemoryStore().record)
    assert await presenter.page(playing, "en") is await presenter.page(playing, "en")


async def test_a_page_for_each_look(playing: Table) -> None:
    """A page that was made for a channel isn't shown in one with another look."""
    presenter, dark = Presenter(thread_renderer(GAMES), MemoryStore().record), Look(Colours.DARK)
    await presenter.page(playing, "en")
    assert await presenter.page(playing, "en", dark) == made(playing, dark)


@pytest.mark.parametrize("colours", Colours)
def test_the_colours_of_a_board(playing: Table, colours: Colours) -> None:
    """A board is drawn in the requested colours."""
    view = view_of(playing)
    assert png(playing, Look(colours)) == draw(view, SAY, THEMES[colours])


def test_every_theme_can_be_chosen() -> None:
    """Every theme of the renderer can be set for a channel."""
    assert set(Colours) == set(THEMES)


def test_whose_base_is_at_the_left(playing: Table) -> None:
    """With `view=mover` the board is drawn from the mover's side; otherwise it is never turned."""
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
def test_a_player_without_a_name(name: str) -> None:
    """A player without a visible name gets a neutral one, in sentences and pictures."""
    offer = made(replace(OFFER, seats=(ANA, Kept(BEN.user, name))))
    assert said(offer)[0] == "Ana challenges Unnamed player."
    assert offer.mentions == (Mention(BEN.user, "Unnamed player"),)
    page = made(begun(guest=Person(BEN.user, name)).table)
    assert page.picture is not None
    assert "Unnamed player" in page.picture.alt
