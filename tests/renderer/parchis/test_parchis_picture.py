"""Pictures of Parchís."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour, contrast
from renderer.cutout import CutOut
from renderer.film import MOST, kept
from renderer.parchis import board, dice, drawing, ground, homes, layout, marks, pieces
from renderer.parchis.colours import Paints, paints
from renderer.parchis.drawing import Sheet
from renderer.parchis.film import film, turning
from renderer.parchis.ground import bare
from renderer.parchis.people import fit_sentence
from renderer.parchis.picture import draw, drawn
from renderer.parchis.view import Arm, MoveView, ParchisView, Pending, SeatView, ThrowView
from renderer.parchis.words import SIDES
from renderer.sketch import Sketch
from renderer.theme import MAIZE, THEMES, Theme
from tests.renderer.parchis.played import OPTIONS, sample

LARGEST = 29_000
"""The size limit of a picture without a foot, in bytes."""
PHONE = 400
"""The width of a picture on a phone, in pixels."""
READABLE = 8
"""The smallest text that can be read there, in pixels of the text size."""

Written = list[tuple[str, float]]
"""The texts in a picture, with their sizes."""


def words(text: str) -> Text:
    """Make a text from words."""
    return Text("parchis.picture.name", name=text)


@pytest.fixture
def middle() -> ParchisView:
    """A game of four with captures, letters, a barrier, and the throws of the others."""
    return ParchisView(
        seats=(
            SeatView("Ana", Arm.YELLOW, (8, 8, 29, 70), thrown=(ThrowView(4, alone=True),)),
            SeatView("Benito", Arm.BLUE, (0, 22, 36, 43)),
            SeatView("Bartholomew Diaz", Arm.RED, (45, 53, 65, 76), thrown=(ThrowView(2),)),
            SeatView("Dan", Arm.GREEN, (0, 0, 12, 63), thrown=(ThrowView(3, lost=True),)),
        ),
        turn=1,
        pending=Pending(20, None),
        moves=(
            MoveView(1, 22, 42, letter="A"),
            MoveView(1, 36, 56, letter="B"),
            MoveView(1, 43, 63, captures=(3,), letter="C"),
        ),
        last=(MoveView(1, 40, 43, captures=(3,)),),
        title=words("Parchís"),
        made=91,
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("seed", range(len(OPTIONS)))
def test_pictures_are_small(seed: int, theme: Theme, say: Say) -> None:
    """The picture of every sampled position is far below 30 KB."""
    assert max(len(draw(view, say, theme)) for view in sample(OPTIONS[seed], seed, 25)) < LARGEST


def test_drawing_twice_gives_the_same_file(middle: ParchisView, say: Say) -> None:
    """Drawing is deterministic to the byte."""
    assert draw(middle, say) == draw(middle, say)


def test_drawing_leaves_the_empty_board_empty(middle: ParchisView, say: Say) -> None:
    """Drawing a position doesn't alter the cached empty board."""
    blank = bare(paints(MAIZE), frozenset(Arm), 4)
    before = blank.tobytes()
    draw(middle, say)
    assert blank.tobytes() == before


def changed_seat(view: ParchisView, index: int, **changes: object) -> ParchisView:
    """Return the view with another seat."""
    seats = [*view.seats]
    seats[index] = replace(seats[index], **changes)  # type: ignore[arg-type] # by the tests below
    return replace(view, seats=tuple(seats))


CHANGES: dict[str, Callable[[ParchisView], ParchisView]] = {
    "the game": lambda view: replace(view, title=words("Other")),
    "the number of moves": lambda view: replace(view, made=92),
    "changed options": lambda view: replace(view, changed=(words("a 6 counts 7"),)),
    "pairs": lambda view: replace(view, pairs=True),
    "the score": lambda view: replace(view, score=words("Game 2 of 3")),
    "the winner of the match": lambda view: replace(view, result=words("Ana wins the match.")),
    "who is to move": lambda view: replace(view, turn=2, moves=(), last=()),
    "the end": lambda view: replace(view, turn=None, moves=(), ended=words("Ana wins.")),
    "the opening": lambda view: replace(view, pending=None, moves=(), opening=True),
    "a lost bonus": lambda view: replace(view, pending=Pending(20, None, lost=True)),
    "a die": lambda view: replace(view, pending=Pending(3, 3)),
    "a six that counts twelve": lambda view: replace(view, pending=Pending(12, 6)),
    "a lost six": lambda view: replace(view, pending=Pending(6, 6, lost=True)),
    "a third six": lambda view: replace(view, pending=Pending(6, 6, lost=True, third=True)),
    "the moves": lambda view: replace(view, moves=view.moves[:2]),
    "the last moves": lambda view: replace(view, last=()),
    "a third six that sent a piece home": lambda view: replace(view, last=(MoveView(3, 60, 0),)),
    "a name": lambda view: changed_seat(view, 2, name="Carmen"),
    "a computer": lambda view: changed_seat(view, 2, level="hard"),
    "a substitute": lambda view: changed_seat(view, 2, level="hard", stands_in="Eva"),
    "a rank": lambda view: changed_seat(view, 2, rank=1),
    "a learner": lambda view: changed_seat(view, 3, places=(0, 53, 12, 63), learner=53),
    "two moves to one square": lambda view: replace(
        view,
        turn=0,
        moves=(MoveView(0, 29, 33, letter="A"), MoveView(0, 31, 33, letter="B", back=True)),
    ),
    "moves from a barrier and under instruction": lambda view: replace(
        changed_seat(view, 0, places=(2, 8, 8, 76), learner=2),
        turn=0,
        moves=(MoveView(0, 2, 3, letter="A"), MoveView(0, 8, 9, letter="B")),
    ),
    "a throw": lambda view: changed_seat(view, 0, thrown=(ThrowView(5, alone=True),)),
    "a throw that was lost": lambda view: changed_seat(view, 0, thrown=(ThrowView(4, lost=True),)),
    "a throw with a choice": lambda view: changed_seat(view, 0, thrown=(ThrowView(4),)),
    "a piece": lambda view: changed_seat(view, 0, places=(8, 8, 28, 70)),
    "a barrier": lambda view: changed_seat(view, 0, places=(8, 29, 29, 70)),
    "a piece in the goal": lambda view: changed_seat(view, 0, places=(8, 8, 29, 76)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_everything_reaches_the_picture(
    change: Callable[[ParchisView], ParchisView], middle: ParchisView, say: Say
) -> None:
    """A view that differs in one thing has another picture."""
    assert draw(change(middle), say) != draw(middle, say)


@pytest.mark.parametrize("pending", [Pending(6, 6), Pending(20, None), Pending(12, 6)])
def test_a_lost_number_is_struck_out(pending: Pending, say: Say, middle: ParchisView) -> None:
    """A number that can't be played looks different in its home, apart from the head line."""
    box = layout.around(layout.cast(Arm.BLUE), 200, 120)
    edges = (box.left, box.top, box.right, box.bottom)
    kept, lost = (
        drawn(replace(middle, pending=each), say).picture.crop(edges).tobytes()
        for each in (pending, replace(pending, lost=True))
    )
    differing = sum(a != b for a, b in zip(kept, lost, strict=True))
    assert differing > 600


def test_a_captured_piece_is_ringed_at_home(middle: ParchisView, say: Say) -> None:
    """In its home, a piece that was captured has a ring in the colour of its captor."""
    at = layout.at_home(Arm.GREEN, 1, 4)
    assert _differs(middle, replace(middle, last=()), at, say)


def test_a_piece_that_a_third_six_sent_home_is_ringed(middle: ParchisView, say: Say) -> None:
    """In its home, a piece that a third six sent there has a ring."""
    calm = replace(middle, last=())
    sent = replace(middle, last=(MoveView(3, 60, 0),))
    assert _differs(calm, sent, layout.at_home(Arm.GREEN, 1, 4), say)


def test_two_pieces_that_would_come_out_are_counted(middle: ParchisView, say: Say) -> None:
    """Where two pieces would come out at once, the outline has their number."""
    one = replace(middle, moves=(MoveView(1, 0, 22),))
    two = replace(middle, moves=(MoveView(1, 0, 22, pieces=2),))
    assert _differs(one, two, layout.stands(22, Arm.BLUE).second, say)


def test_two_moves_to_one_square_share_an_outline(middle: ParchisView, say: Say) -> None:
    """The outline on a square where two moves end has both letters."""
    moves = (MoveView(1, 22, 42, letter="A"), MoveView(1, 36, 42, letter="B", back=True))
    both, one = replace(middle, moves=moves), replace(middle, moves=moves[:1])
    assert _differs(both, one, layout.stands(42, Arm.BLUE).alone, say)


def _differs(one: ParchisView, other: ParchisView, at: layout.Point, say: Say) -> bool:
    """Tell whether the pictures of two views differ near a point."""
    box = layout.around(at, layout.AT_HOME + 12)
    edges = (box.left, box.top, box.right, box.bottom)
    first, second = (drawn(view, say).picture.crop(edges).tobytes() for view in (one, other))
    return first != second


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Record every text that is drawn from now on, with nothing in the caches."""
    texts: Written = []
    word, write, number = Sketch.word, Sheet.write, drawing.number
    for module in (board, dice, drawing, ground, homes, marks, pieces):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()

    def on_a_sketch(
        sketch: Sketch, x: float, y: float, text: str, size: float, fill: Colour
    ) -> None:
        texts.append((text, size))
        word(sketch, x, y, text, size, fill)

    def on_a_sheet(
        sheet: Sheet,
        text: str,
        box: Box,
        size: int,
        colours: tuple[Colour, Colour],
        *,
        bold: bool = True,
        centred: bool = False,
        least: int = drawing.LEGIBLE,
    ) -> int:
        texts.append(lettering.fit(text, box.width, size, bold, least))
        return write(sheet, text, box, size, colours, bold=bold, centred=centred, least=least)

    def on_the_ground(
        look: Paints, text: str, size: int, arm: Arm | None, ground: Colour
    ) -> CutOut:
        texts.append((text, size))
        return number(look, text, size, arm, ground)

    monkeypatch.setattr(Sketch, "word", on_a_sketch)
    monkeypatch.setattr(Sheet, "write", on_a_sheet)
    monkeypatch.setattr(ground, "number", on_the_ground)
    return texts


@pytest.mark.parametrize("name", CHANGES)
def test_all_text_is_readable_on_a_phone(
    name: str, middle: ParchisView, say: Say, written: Written
) -> None:
    """No text is smaller than 8 pixels where the picture is 400 pixels wide."""
    width, _ = drawn(CHANGES[name](middle), say).picture.size
    assert len(written) > layout.RING
    assert min(size for _, size in written) * PHONE / width >= READABLE


@pytest.mark.parametrize("learner", [None, 53])
@pytest.mark.parametrize("name", ["Bartholomew Diaz", "Maximiliano Gómz", "Wilhelmina Brown"])
def test_usual_names_are_written_in_full(
    name: str, learner: int | None, middle: ParchisView, say: Say, written: Written
) -> None:
    """A name of 16 characters is not shortened in a home."""
    places = (0, 0, 12, 63) if learner is None else (0, learner, 12, 63)
    drawn(changed_seat(middle, 3, name=name, places=places, learner=learner), say)
    assert name in {text for text, _ in written}


@pytest.mark.parametrize("name", ["", "ᏣᎳᎩ", "\N{HANGUL FILLER}"])
def test_no_name_vanishes(name: str, middle: ParchisView, say: Say) -> None:
    """A name with no drawable characters is replaced by the colour and shape of its side."""
    unwritten = changed_seat(middle, 1, name=name)
    assert draw(unwritten, say) == draw(changed_seat(middle, 1, name=say(SIDES[Arm.BLUE])), say)


@pytest.mark.parametrize("name", ["Bartholomew of Cobán the Elder" * 3, "W" * 64, "小" * 64])
def test_a_long_name_leaves_the_rest(name: str, say: Say) -> None:
    """After a long name, the rest of the head line still fits beside it."""
    text, size = fit_sentence(
        lambda who: say(Text("parchis.picture.lost", who=who, number="20")), name, 420, 32, 23
    )
    assert text.endswith("… can't play 20")
    assert size == 23
    assert lettering.width(text, size, bold=True) <= 420


@pytest.mark.parametrize(
    "ended",
    [
        "Ana wins.",
        "Nobody moved for 90 days, so the game has ended. Nobody wins.",
        "Maximiliano Gómz ran out of time. Wilhelmina Brown, Bartholomew Diaz, and Ana win.",
    ],
)
def test_an_end_is_written_in_full(
    ended: str, middle: ParchisView, say: Say, written: Written
) -> None:
    """The head has the whole sentence about the end of a game, on two lines if it is long."""
    drawn(replace(middle, turn=None, moves=(), ended=words(ended)), say)
    shown = " ".join(text for text, _ in written)
    assert ended in shown


def test_every_change_is_named(middle: ParchisView, say: Say, written: Written) -> None:
    """However many options were changed, the foot has room for all of them."""
    options = [f"option {number} differs from what is usual" for number in range(14)]
    view = replace(middle, changed=tuple(map(words, options)))
    picture = drawn(view, say).picture
    shown = " ".join(text for text, _ in written)
    assert all(option in shown for option in options)
    assert picture.height > layout.SIZE[1] + 4 * layout.FOOT


def test_names_of_pairs_are_in_the_foot(middle: ParchisView, say: Say, written: Written) -> None:
    """The foot tells who plays with whom."""
    drawn(replace(middle, pairs=True), say)
    line = "Ana and Bartholomew Diaz play against Benito and Dan"
    assert line in {text for text, _ in written}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_text_contrasts_with_its_ground(theme: Theme) -> None:
    """All text has a contrast of at least 4.5 to its background."""
    look = paints(theme)
    pairs = [(look.number, look.cell), (look.number, look.safe), (look.ink, look.ground)]
    pairs += [(look.soft, look.ground), (look.pip, look.die)]
    for arm in look.arms:
        pairs += [(arm.inlay, arm.face), (arm.ink, arm.wall), (arm.ink, arm.stair)]
        pairs += [(arm.ink, look.cell)]
    assert min(contrast(*pair) for pair in pairs) >= 4.5


def test_films_have_few_boards(say: Say) -> None:
    """A film of a whole game has exactly as many boards as the maximum."""
    views = sample({"seats": "2"}, 3, 300)
    with Image.open(BytesIO(film(views, say))) as shown:
        assert getattr(shown, "n_frames", 1) == MOST


def test_a_film_has_one_size(middle: ParchisView, say: Say) -> None:
    """The winner of a match, which only the last board has, doesn't change the size of a film."""
    over = replace(middle, score=words("Game 2"), result=words("Ana wins the match."))
    with Image.open(BytesIO(film([replace(over, result=None), over], say))) as shown:
        assert shown.size == tuple(side // 2 for side in layout.size(1))


def test_a_film_keeps_captures(middle: ParchisView, say: Say) -> None:
    """If a film is too long, views right after a capture stay, and others are left out evenly."""
    calm = [replace(middle, last=(MoveView(1, 40, 43),), made=number) for number in range(3 * MOST)]
    views = [*calm[:50], replace(middle, made=50), *calm[51:]]
    assert {0, 50, len(views) - 1} <= set(kept(turning(views)))
    assert len(kept(turning(views))) == MOST
    assert kept(turning(calm[:MOST])) == list(range(MOST))
