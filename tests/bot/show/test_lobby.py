"""A lobby: who plays on which side, how the game starts, and the buttons for it."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import Start
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.look.menu import ShowMenu
from bot.acts.look.rules import Rules
from bot.on_discord.words import MAX_LENGTH
from bot.show.placement import Placement, placement
from bot.table import steps
from bot.table.agreement import agreement, seat_mark
from bot.table.button import Button
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Platform, User
from bot.table.ports import Shown
from bot.table.seats import Kept, Person
from bot.table.settings import Settings
from bot.table.steps import end
from bot.table.table import Ending
from bot.table.terms import Flag, Terms
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, HANDS, SAY
from tests.bot.show.teams import CARLA, DAN, FREE, MEDIUM, lobby, made, offered, said

BEN_INVITED = Kept(BEN.user, BEN.name)
SIX = lobby(ANA, CARLA, FREE, BEN_INVITED, FREE, FREE)


def test_the_lines_of_a_lobby() -> None:
    """A lobby says who looks for players, who is on each side, and when the game starts."""
    invited, first, jade, red, starts, *ruleset = said(SIX)
    assert invited == "Ana invites Ben to this game."
    assert first == "Ana is looking for players. Choose a side to join."
    assert jade == "Jade: Ana, Carla, and 1 free seat"
    assert red == "Red: Ben (invited) and 2 free seats"
    assert starts == "The game starts when every seat is taken, or when Ana presses Start."
    assert ruleset[0] == "Aj sayil, the ant: 19 spaces, 2 warriors each."


def test_computers_are_counted() -> None:
    """Computers of one level are counted."""
    table = lobby(ANA, MEDIUM, MEDIUM, FREE, MEDIUM, FREE)
    assert said(table)[1:3] == [
        "Jade: Ana and 2 computers (medium)",
        "Red: Computer (medium) and 2 free seats",
    ]


def test_a_lobby_without_free_seats() -> None:
    """If all open seats are kept for people, nobody else is asked to join."""
    table = lobby(ANA, Kept(CARLA.user, "Carla"), BEN_INVITED, DAN)
    assert said(table)[0] == "Ana invites Carla and Ben to this game."
    assert said(table)[1].startswith("Jade: ")


def test_the_title() -> None:
    """The title names the host and says how many have joined."""
    assert SAY(made(SIX).title) == "Aj sayil, the ant: Ana's game, 2 of 6 seats taken"


def test_the_buttons_of_a_lobby() -> None:
    """Everyone can join either side, and the lobby has buttons for its players and its host."""
    table = replace(SIX, revision=7)
    agreed = agreement(table)
    assert offered(table) == {
        "Join jade": Join(table.id, 0, 7, agreed),
        "Join red": Join(table.id, 1, 7, agreed),
        "Leave": Leave(table.id),
        "Add a computer": AddComputer(table.id, agreement=agreed),
        "Start": Start(table.id),
        "Decline": Decline(table.id),
        "Block": BlockHost(table.id, seat_mark(table, table.host)),
        "Rules": Rules(table.id),
        "…": ShowMenu(table.id),
    }


def test_buttons_that_would_do_nothing() -> None:
    """Without a free seat there is none for a computer; without an invitation none to decline."""
    assert "Add a computer" not in offered(lobby(ANA, CARLA, DAN, BEN_INVITED))
    assert "Decline" not in offered(lobby(ANA, CARLA, DAN, FREE))


def test_practice_for_teams() -> None:
    """A practice game for teams is started by its player and names both sides."""
    table = lobby(ANA, MEDIUM, MEDIUM, MEDIUM)
    assert said(table)[0] == (
        "Ana and Computer (medium) vs 2 computers (medium). Press Start to begin."
    )
    assert offered(table) == {
        "Start": Accept(table.id, revision=1, agreement=agreement(table)),
        "Easy": Alter(table.id, (("level", "easy"),)),
        "Hard": Alter(table.id, (("level", "hard"),)),
        "Change game": ChooseOptions(table.id),
        "Cancel": Cancel(table.id),
        "Rules": Rules(table.id),
    }


def test_whom_a_lobby_mentions() -> None:
    """A lobby mentions the people who have been invited, and asks them for an answer."""
    page = made(SIX)
    assert [each.name for each in page.mentions] == ["Ben"]
    assert page.asks
    assert made(lobby(ANA, FREE, FREE, FREE)).mentions == ()


def test_words_in_a_lobby() -> None:
    """In a lobby, too, words can be given."""
    assert made(lobby(ANA, CARLA, BEN_INVITED, FREE)).give_word


def test_time_in_a_team() -> None:
    """A lobby says what happens to a player of a team who runs out of time."""
    table = replace(SIX, terms=Terms(Pace(3 * DAY), Flag.AUTO))
    assert said(table)[-1] == (
        "If a player runs out of time, the computer takes over. A team with no other players loses."
    )


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.CANCELLED, "Ana cancelled the game."),
        (Ending.EXPIRED, "Not enough players joined Ana's game within 6 hours."),
        (Ending.CLOSED, "A moderator closed this game. Nobody wins."),
    ],
)
def test_the_end_of_a_lobby(ending: Ending, sentence: str) -> None:
    """A lobby that ended says how, and has no buttons."""
    page = made(end(replace(SIX, terms=Terms(expires=6 * HOUR)), ending, 0).table)
    assert [SAY(line) for line in page.lines] == [sentence]
    assert page.buttons == ()


def test_sixteen_long_names_fit() -> None:
    """A lobby of sixteen with names of 32 characters fits in a message, without losing a line."""
    match = GAMES.match(options("aj-sayil", seats=16, terms=Terms(series=("mopan",))))
    people = [Person(User(Platform.WEB, f"p{n}"), f"{n:x}" * 32) for n in range(16)]
    kept = [Kept(person.user, person.name) for person in people[1:]]
    terms = Terms(Pace(3 * DAY), Flag.AUTO, vacation=False, expires=6 * HOUR)
    page = made(lobby(people[0], *kept, terms=terms, match=match))
    text = "\n".join(map(SAY, page.lines))
    assert all(person.name in text for person in people)
    assert len(text) <= MAX_LENGTH - 500  # mentions and the fair-throw hash
    assert len(SAY(page.title)) <= 256
    assert len(page.buttons) <= 25
    buttons = [each for each in page.buttons if isinstance(each, Button)]
    assert all(len(each.act.code.encode()) <= 64 for each in buttons)


def where(*, silent: bool, posted: int) -> Placement:
    """Where a changed lobby is shown at 3,000 seconds, whose message is from `posted`."""
    changed = replace(SIX, revision=2, touched=3000, silent=silent)
    return placement(changed, Shown(1, "m", posted, posted), Settings(), 3000)


def test_joining_edits_the_message() -> None:
    """A player who joins changes the lobby's message, whatever its age."""
    assert where(silent=True, posted=0) is Placement.EDIT


def test_inviting_posts_a_message() -> None:
    """An invitation posts the lobby again, so that the invited people are mentioned."""
    assert where(silent=False, posted=2990) is Placement.POST


def test_a_word_edits_the_message() -> None:
    """A word for the throws is not worth a new message, even if people are invited."""
    step = steps.with_word(SIX, 1, "rain", 10)
    assert placement(step.table, Shown(1, "m", 0, 0), Settings(), 10) is Placement.EDIT


def test_the_beginning_of_the_game() -> None:
    """A game of several that begins is posted, so that it calls the first player at once."""
    begun = replace(lobby(ANA, CARLA, BEN, DAN), revision=3)
    game = steps.begin(begun, GAMES.game(begun.header), HANDS, 3000).table
    assert placement(game, Shown(3, "m", 2990, 2990), Settings(), 3000) is Placement.POST
